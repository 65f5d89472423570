import type { Bisected } from "@deadheat/judge";
import {
  bisectedSentences,
  machineSentence,
  searchSentence,
  triedSection,
} from "../content/bisected.ts";
import { inert, inertBlock } from "./inert.ts";
import { sectionMarkdown } from "./table.ts";

/** Writes a search for an issue or a pull request. Subjects and names are only ever text. */
export function renderBisectedMarkdown(bisected: Bisected): string {
  return [
    ...bisectedSentences(bisected).map(inert),
    "<details>\n<summary>How it was found</summary>",
    sectionMarkdown(triedSection(bisected)),
    inert(searchSentence(bisected)),
    inert(machineSentence(bisected)),
    "To search again, run:",
    inertBlock(bisected.command, "sh"),
    "</details>",
    "",
  ].join("\n\n");
}
