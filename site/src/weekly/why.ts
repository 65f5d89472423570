import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeWhole } from "@deadheat/journal";
import type { Explained, Result, Step } from "@deadheat/judge";
import { isProven } from "@deadheat/report/site-parts";
import { sizeOf } from "../read/history.ts";

/** The share from which on the reasons of a proven step are worth a minute of profiling. */
const LARGE = 0.05;

/** Measures which functions make the difference between two versions, as `deadheat explain` does. */
export type Explain = (base: string, next: string, scenario: string) => Promise<Explained>;

/**
 * Explains the large proven steps of a history that have no explanation, and writes each document beside the history.
 * @returns the new explanations
 */
export async function explainSteps(
  { history }: Result,
  folder: string,
  explain: Explain,
): Promise<Map<Step, Explained>> {
  const explained = new Map<Step, Explained>();
  const proven = history?.steps.filter(isProven) ?? [];
  for (const step of proven.filter(({ ratio }) => sizeOf(ratio) >= Math.log1p(LARGE))) {
    const [base, next] = [step.base, step.new].map(
      (target) => history!.versions.find((version) => version.target === target)?.spec,
    );
    const file = join(folder, "why", fileOf(step));
    if (base === undefined || next === undefined || existsSync(file)) continue;
    const found = await explain(base, next, step.scenario);
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, found);
    explained.set(step, found);
  }
  return explained;
}

function fileOf({ base, new: next, scenario }: Step): string {
  const words = [base, next, scenario].map((word) => word.replaceAll(/[^\w.]+/g, "-"));
  return `${words.join("--")}.json`;
}
