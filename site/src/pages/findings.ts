import { h } from "@deadheat/report/site-parts";
import type { Page } from "../parts/page.ts";
import type { Site } from "../read/site.ts";

/** Returns the page of findings: what the results say, a claim at a time. */
export function findingsPage(_site: Site): Page {
  return {
    path: "/findings/",
    title: "Findings",
    description: "What the published measurements of web frameworks on Node, Bun and Deno show.",
    body: [h("h1", {}, "Findings")],
  };
}
