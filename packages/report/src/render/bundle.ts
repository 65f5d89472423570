import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runtimeStyle } from "../view/parts/runtime-style.ts";

interface PageParts {
  readonly script: string;
  readonly style: string;
}

const pageFolder = join(import.meta.dirname, "..", "page");

interface Source {
  /** The script's file; null for a page that runs nothing. */
  readonly entry: string | null;
  /** The styles, which follow each other. */
  readonly styles: readonly string[];
}

/** The pages by name. */
const sources = {
  report: { entry: "tables.ts", styles: ["style.css"] },
  explained: { entry: "explained/main.ts", styles: ["style.css", "explained/style.css"] },
  compared: { entry: null, styles: ["style.css", "compared/style.css"] },
  history: { entry: null, styles: ["style.css", "history/style.css"] },
  bisected: { entry: null, styles: ["style.css"] },
} satisfies Record<string, Source>;

export type PageName = keyof typeof sources;
export const pages = Object.keys(sources) as PageName[];

const known = new Map<PageName, PageParts>();

/** Returns a page's code and style, bundled and minified. The published package has the parts in a file. */
export function pageParts(page: PageName): PageParts {
  const parts = known.get(page) ?? bundle(page);
  known.set(page, parts);
  return parts;
}

function bundle(page: PageName): PageParts {
  const { entry, styles }: Source = sources[page];
  // Most commands in a clone write no page, and start without the bundler.
  const require = createRequire(import.meta.url);
  const { buildSync, transformSync } = require("esbuild") as typeof import("esbuild");
  const files = styles.map((name) => readFileSync(join(pageFolder, name), "utf8"));
  const css = [runtimeStyle, ...files].join("\n");
  const style = transformSync(css, { loader: "css", minify: true }).code.trim();
  if (entry === null) return { script: "", style };
  const { outputFiles } = buildSync({
    entryPoints: [join(pageFolder, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2023",
    legalComments: "none",
    logLevel: "silent",
  });
  // A script element ends at its first end tag, even within a string.
  const script = (outputFiles[0]?.text ?? "").trim().replace(/<\/(script)/gi, "<\\/$1");
  return { script, style };
}
