import { h, type Child } from "@deadheat/report/site-parts";
import type { Site } from "../read/site.ts";

/** Says what changed lately: the last proven steps of the histories. */
export function changesSection(_site: Site): Child {
  return h(
    "section",
    {},
    h("h2", {}, "What changed lately"),
    h("p", { class: "hint" }, "No history of versions has been published yet."),
  );
}

/** Draws the histories of a framework or a runtime. */
export function historySections(_site: Site, _subject: string): Child {
  return null;
}
