import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { worstOutcome, type Comparison, type Gated } from "@deadheat/judge";
import { renderCompared, renderComparedMarkdown } from "@deadheat/report";
import { requireVariable } from "./event.ts";
import { artifactName } from "./inputs.ts";

/**
 * Writes the findings of a check into the job's summary, into the step's outputs, and into a folder of files, which becomes
 * the artifact that the comment's workflow reads.
 * @param out the folder of the run, with its page, and another one if the gate explained a failure; null if nothing was measured
 * @throws UsageError outside of GitHub Actions
 */
export function leave(id: string, gated: Gated, out: string | null): void {
  const folder = join(requireVariable("RUNNER_TEMP"), artifactName(id));
  const path = (name: string) => join(folder, name);
  const comment = renderComparedMarkdown(gated);
  const report = reportOf(comment, gated);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path("gate.json"), `${JSON.stringify(gated)}\n`);
  writeFileSync(path("comment.md"), comment);
  writeFileSync(path("report.md"), report);
  for (const page of ["report.html", "explain.html"]) {
    const file = out === null ? null : join(out, page);
    if (file !== null && existsSync(file)) copyFileSync(file, path(page));
  }
  appendFileSync(requireVariable("GITHUB_STEP_SUMMARY"), report);
  const worst = worstOf(gated.comparisons);
  const outputs = {
    outcome: gated.gate.outcome,
    verdict: worst?.verdict ?? "",
    ratio: worst?.ratio ?? "",
    lo: worst?.lo ?? "",
    hi: worst?.hi ?? "",
    folder,
    "report-path": path("report.md"),
    "json-path": path("gate.json"),
    "comment-path": path("comment.md"),
  };
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(requireVariable("GITHUB_OUTPUT"), lines.join(""));
}

/** Adds the sentences that the command prints. They are indented, so that Markdown reads them as plain text. */
function reportOf(comment: string, gated: Gated): string {
  if (gated.comparisons.length === 0) return comment;
  const sentences = renderCompared(gated).trimEnd();
  return `${comment.trimEnd()}\n\n${sentences.replaceAll(/^/gm, "    ")}\n`;
}

const SEVERITY = ["failed", "undecided", "passed"];

function worstOf(comparisons: readonly Comparison[]): Comparison | undefined {
  const severity = (one: Comparison) => SEVERITY.indexOf(worstOutcome([one]));
  return comparisons.toSorted((a, b) => severity(a) - severity(b) || a.ratio - b.ratio)[0];
}
