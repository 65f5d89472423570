import type { Bisected } from "@deadheat/judge";
import { bisectedSentences, searchSentences, triedSection } from "../content/bisected.ts";
import { inert, inertBlock } from "./inert.ts";
import { sectionMarkdown } from "./table.ts";

/** Writes a search for an issue or a pull request. Subjects and names are only ever text. */
export function renderBisectedMarkdown(bisected: Bisected): string {
  return [
    ...bisectedSentences(bisected).map(inert),
    "<details>\n<summary>The steps of the search</summary>",
    sectionMarkdown(triedSection(bisected)),
    ...searchSentences(bisected).map(inert),
    "To search again, run:",
    inertBlock(bisected.command, "sh"),
    "</details>",
    "",
  ].join("\n\n");
}
