import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

export interface PageParts {
  readonly script: string;
  readonly style: string;
}

const pageFolder = join(import.meta.dirname, "..", "page");
/** The built page, which the published package has beside this file. */
const builtFile = join(import.meta.dirname, "page.json");

let known: PageParts | undefined;

/** Returns the page's code and style, bundled and minified: as built, or in a clone by esbuild in 0.3 s. */
export function pageParts(): PageParts {
  known ??= existsSync(builtFile)
    ? (JSON.parse(readFileSync(builtFile, "utf8")) as PageParts)
    : bundle();
  return known;
}

function bundle(): PageParts {
  // A published package has no bundler.
  const require = createRequire(import.meta.url);
  const { buildSync, transformSync } = require("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [join(pageFolder, "main.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2023",
    legalComments: "none",
    banner: { js: "/*! with @stdlib (Apache-2.0) */" },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });
  const css = readFileSync(join(pageFolder, "style.css"), "utf8");
  const style = transformSync(css, { loader: "css", minify: true }).code.trim();
  // A script element ends at its first end tag, even within a string.
  const script = (outputFiles[0]?.text ?? "").trim().replace(/<\/(script)/gi, "<\\/$1");
  return { script, style };
}
