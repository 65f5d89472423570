import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formats, historySvg, renderExplainedHtml } from "@deadheat/report";
import { pageParts } from "@deadheat/report/site-parts";
import { pageText, type Page } from "./parts/page.ts";
import { comparePages } from "./pages/compare.ts";
import { findingsPage } from "./pages/findings.ts";
import { frameworkPages } from "./pages/framework.ts";
import { pagesPage } from "./pages/pages.ts";
import { rankingPages } from "./pages/ranking.ts";
import { resultPages } from "./pages/result.ts";
import { runtimePages } from "./pages/runtime.ts";
import { startPage } from "./pages/start.ts";
import { surePage } from "./pages/sure.ts";
import { pageOf, readPublished, type LeftOut } from "./read/published.ts";
import { siteOf, type Site } from "./read/site.ts";

export interface Built {
  readonly pages: number;
  readonly results: number;
  readonly leftOut: readonly LeftOut[];
  readonly bytes: number;
}

/** Builds the site of the results below a folder into another folder, which it replaces. */
export function buildSite(published: string, out: string): Built {
  const { results, leftOut } = readPublished(published);
  const site = siteOf(results, leftOut);
  const fresh = `${out}.new`;
  rmSync(fresh, { recursive: true, force: true });
  let bytes = 0;
  const write = (path: string, text: string) => {
    const file = join(fresh, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    bytes += Buffer.byteLength(text);
  };
  const pages = pagesOf(site);
  for (const page of pages) write(join(page.path, "index.html"), pageText(page));
  const { style, script } = pageParts("report");
  write("style.css", style + readFileSync(join(import.meta.dirname, "browser/style.css"), "utf8"));
  write("site.js", script);
  // Pages serves folders whose names begin with an underscore, and every file, only without Jekyll.
  write(".nojekyll", "");
  for (const { name, folder, files, reasons, result } of results) {
    write(`results/${name}/report.html`, formats.html.render(result));
    if (result.history) write(`results/${name}/history.svg`, historySvg(result));
    for (const one of reasons) {
      write(`results/${name}/${pageOf(one)}`, renderExplainedHtml(one.explained));
    }
    for (const file of files) cpSync(join(folder, file), join(fresh, "results", name, file));
  }
  rmSync(out, { recursive: true, force: true });
  renameSync(fresh, out);
  return { pages: pages.length, results: results.length, leftOut, bytes };
}

function pagesOf(site: Site): Page[] {
  return [
    startPage(site),
    ...rankingPages(site),
    ...frameworkPages(site),
    ...runtimePages(site),
    ...comparePages(site),
    pagesPage(site),
    findingsPage(site),
    surePage(site),
    ...resultPages(site),
  ];
}
