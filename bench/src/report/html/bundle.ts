import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

export interface PageParts {
  readonly script: string;
  readonly style: string;
}

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, "..", "page");
let parts: PageParts | null = null;

const licenses = "/*! with Apache ECharts and @stdlib (Apache-2.0), ZRender (BSD-3-Clause) */";

/**
 * The page's code and style, bundled and minified: half a second, once in a process. Only a report
 * needs the bundler, so it is loaded here.
 */
export function pageParts(): PageParts {
  if (parts !== null) return parts;
  const { buildSync, transformSync } = require("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [join(folder, "main.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2023",
    legalComments: "none",
    banner: { js: licenses },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });
  const css = readFileSync(join(folder, "style.css"), "utf8");
  const style = transformSync(css, { loader: "css", minify: true }).code.trim();
  // A script element ends at its first end tag, even within a string.
  const script = (outputFiles[0]?.text ?? "").trim().replace(/<\/(script)/gi, "<\\/$1");
  parts = { script, style };
  return parts;
}
