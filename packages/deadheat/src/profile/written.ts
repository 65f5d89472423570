import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@deadheat/journal";
import { briefOf, type Explained } from "@deadheat/judge";
import { renderExplainedHtml, renderPprof } from "@deadheat/report";
import type { ExplainedPair } from "./collected.ts";

export interface ExplainedRequest {
  readonly document: Explained;
  /** The paths of the page, of the document, of the profiles of both servers, and of their difference for pprof. */
  readonly files: Readonly<Record<"html" | "json" | "base" | "new" | "difference", string>>;
}

/** Returns an explanation with the paths of its files, the first of several requests without a number. */
export function explainedIn(
  { document, profiles }: ExplainedPair,
  out: string,
  i = 0,
): ExplainedRequest {
  const name = (what: string) => join(out, i === 0 ? what : what.replace(".", `-${i + 1}.`));
  const type = "head" in profiles.new ? "heapprofile" : "cpuprofile";
  const files = {
    html: name("explain.html"),
    json: name("explain.json"),
    base: name(`base.${type}`),
    new: name(`new.${type}`),
    difference: name("difference.pb.gz"),
  };
  return { document, files };
}

/** Writes the files of an explanation. */
export function writeExplained(pair: ExplainedPair, out: string, i = 0): ExplainedRequest {
  const { document, profiles } = pair;
  const { files } = explainedIn(pair, out, i);
  // The document comes first: if a page fails, the measurement is not lost.
  writeWhole(files.json, briefOf(document));
  writeWhole(files.html, renderExplainedHtml(document));
  writeWhole(files.base, profiles.base);
  writeWhole(files.new, profiles.new);
  writeFileSync(files.difference, renderPprof(document));
  return { document, files };
}
