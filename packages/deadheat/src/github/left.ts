import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Gated, MeasuredComparison } from "@deadheat/judge";
import { renderGate, renderGateMarkdown } from "@deadheat/report";
import { requireVariable } from "./event.ts";
import { artifactName } from "./inputs.ts";

/**
 * Leaves what a check has found where a job's page, its other steps and the comment's workflow look for it: the summary,
 * the step's outputs, and a folder of files.
 * @throws UsageError outside of a job of GitHub's
 */
export function leave(id: string, gated: Gated): void {
  const folder = join(requireVariable("RUNNER_TEMP"), artifactName(id));
  const path = (name: string) => join(folder, name);
  const comment = renderGateMarkdown(gated);
  const report = reportOf(comment, gated);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path("gate.json"), `${JSON.stringify(gated)}\n`);
  writeFileSync(path("comment.md"), comment);
  writeFileSync(path("report.md"), report);
  appendFileSync(requireVariable("GITHUB_STEP_SUMMARY"), report);
  const worst = worstOf(gated.comparisons);
  const outputs = {
    outcome: gated.outcome,
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

/** With the sentences that the command itself says; indented they are nothing but text, whatever stands in them. */
function reportOf(comment: string, gated: Gated): string {
  if (gated.comparisons.length === 0) return comment;
  const sentences = renderGate(gated, { out: null }).trimEnd();
  return `${comment.trimEnd()}\n\n${sentences.replaceAll(/^/gm, "    ")}\n`;
}

const SEVERITY = ["failed", "undecided", "passed"];

/** The one that says most against the pull request. */
function worstOf(comparisons: readonly MeasuredComparison[]): MeasuredComparison | undefined {
  const severity = ({ gate }: MeasuredComparison) => SEVERITY.indexOf(gate?.outcome ?? "passed");
  return comparisons.toSorted((a, b) => severity(a) - severity(b) || a.ratio - b.ratio)[0];
}
