import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { writeWhole } from "@deadheat/journal";

export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** A page: its entry, its styles, which follow each other, and the licenses of what it is bundled with. */
const sources = {
  report: {
    entry: "main.ts",
    styles: ["style.css"],
    banner: "/*! with Apache ECharts and @stdlib (Apache-2.0), ZRender (BSD-3-Clause) */",
  },
  explained: {
    entry: join("explained", "main.ts"),
    styles: ["style.css", join("explained", "style.css")],
    banner: "",
  },
};

export type PageName = keyof typeof sources;
export const pages = Object.keys(sources) as PageName[];

const require = createRequire(import.meta.url);
const sourceFolder = join(import.meta.dirname, "..");
const pageFolder = join(sourceFolder, "page");
const modules = join(sourceFolder, "..", "node_modules");

/** Returns the name of a built page, which the published package has beside this file. */
export const builtName = (page: PageName): string => `${page}.json`;

/**
 * Returns the page's code and style, bundled and minified. In a clone this takes half a second to two. The bundle is
 * therefore kept below node_modules, under a hash of everything that goes into it.
 */
export function pageParts(page: PageName): PageParts {
  const builtFile = join(import.meta.dirname, builtName(page));
  if (existsSync(builtFile)) return JSON.parse(readFileSync(builtFile, "utf8")) as PageParts;
  const file = join(modules, ".cache", "report", `${digest()}-${page}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as PageParts;
  const parts = bundle(page);
  mkdirSync(dirname(file), { recursive: true });
  writeWhole(file, parts);
  return parts;
}

function bundle(page: PageName): PageParts {
  const { entry, styles, banner } = sources[page];
  // Only a page that is not in the cache needs the bundler.
  const { buildSync, transformSync } = require("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [join(pageFolder, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2023",
    legalComments: "none",
    banner: { js: banner },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });
  const css = styles.map((name) => readFileSync(join(pageFolder, name), "utf8")).join("\n");
  const style = transformSync(css, { loader: "css", minify: true }).code.trim();
  // A script element ends at its first end tag, even within a string.
  const script = (outputFiles[0]?.text ?? "").trim().replace(/<\/(script)/gi, "<\\/$1");
  return { script, style };
}

/** Hashes the text of our own sources, and the folders of other packages, whose names hold their versions. */
function digest(): string {
  const hash = createHash("sha256");
  const stats = packageFolder("@deadheat/stats");
  const packages = [stats, packageFolder("@deadheat/judge")].map((folder) => join(folder, "src"));
  const files = [sourceFolder, ...packages].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  for (const name of ["echarts", "esbuild"]) hash.update(packageFolder(name));
  hash.update(readFileSync(join(stats, "package.json")));
  return hash.digest("hex").slice(0, 32);
}

function packageFolder(name: string): string {
  return realpathSync(join(modules, name));
}
