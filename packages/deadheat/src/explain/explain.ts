import { join } from "node:path";
import { UsageError, writeWhole } from "@deadheat/journal";
import type { Explained } from "@deadheat/judge";
import { drawSeed } from "@deadheat/measure";
import { renderExplainedHtml } from "@deadheat/report";
import { interruptible, onGround, runsDirectory, type Ground } from "../compare/ground.ts";
import { prepare, type PreparedPair } from "../compare/prepare.ts";
import { openRun } from "../folder/run-folder.ts";
import type { RunFolder } from "@deadheat/runner";
import type { ExplainOptions } from "./options.ts";
import type { ExplainedPair } from "./collected.ts";
import { PROFILED_SECONDS } from "./entrants.ts";
import { explainSides } from "./sides.ts";

/** The explanation of the difference between two servers for one request. */
export interface ExplainedRequest {
  readonly document: Explained;
  /** The paths of the page, of the document, and of the profiles of both servers. */
  readonly files: Readonly<Record<"html" | "json" | "base" | "new", string>>;
}

/** The time of an explanation, unless the user gives one. */
export const USUAL_BUDGET_SECONDS = 60;

/**
 * Explains which functions make the new server slower or faster than the base. Installs or checks them out if necessary,
 * and profiles both in duets. Prints nothing. No process is left, however it ends.
 * @returns one explanation per request, in request order
 * @throws UsageError, ComparisonFailed, EnvironmentError, Interrupted as `compare` does
 */
export async function explain(options: ExplainOptions): Promise<ExplainedRequest[]> {
  const signal = interruptible(options.signal);
  const note = options.onProgress ?? (() => {});
  const prepared = await prepare(options, signal, note);
  requireStarted(prepared);
  return onGround({ ...options, signal, note }, (ground) =>
    explainOn(ground, prepared, openRun(options.out ?? null, runsDirectory()), options),
  );
}

/** @throws UsageError if a server runs already: its process has no profiler */
export function requireStarted({ sides }: Pick<PreparedPair, "sides">): void {
  const running = [sides.base, sides.new].find(({ kind }) => kind === "running");
  if (running === undefined) return;
  throw new UsageError(
    `${running.text} runs already, and explain starts its servers itself. Name a file, a command or a revision`,
  );
}

/** Returns the time of an explanation that follows a comparison or a gate: a minute, or their budget if that is shorter. */
export function explainingSeconds({
  budgetSeconds,
}: Pick<ExplainOptions, "budgetSeconds">): number {
  return Math.min(USUAL_BUDGET_SECONDS, budgetSeconds ?? Infinity);
}

type Choices = Pick<
  ExplainOptions,
  "aa" | "allowDifferent" | "budgetSeconds" | "seed" | "windowSeconds"
>;

/** Explains the difference between two servers that are ready to start, and writes the files into a folder. */
export async function explainOn(
  ground: Ground,
  { sides, requests, notes }: Omit<PreparedPair, "specs">,
  folder: RunFolder,
  options: Choices,
): Promise<ExplainedRequest[]> {
  const windowSeconds = options.windowSeconds ?? PROFILED_SECONDS;
  const explained = await explainSides(sides, requests, {
    ...ground,
    load: { ...ground.load, windowSeconds },
    seed: options.seed ?? drawSeed(),
    budgetSeconds: options.budgetSeconds ?? USUAL_BUDGET_SECONDS,
    folder,
    allowDifferent: options.allowDifferent ?? false,
    aa: options.aa ?? false,
    notes,
  });
  return explained.map((one, i) => writeExplained(one, folder.out, i));
}

/** Writes the files of an explanation, the first of several requests without a number. */
export function writeExplained(
  { document, profiles }: ExplainedPair,
  out: string,
  i = 0,
): ExplainedRequest {
  const name = (what: string) => join(out, i === 0 ? what : what.replace(".", `-${i + 1}.`));
  const files = {
    html: name("explain.html"),
    json: name("explain.json"),
    base: name("base.cpuprofile"),
    new: name("new.cpuprofile"),
  };
  // The document comes first: if a page fails, the measurement is not lost.
  writeWhole(files.json, document);
  writeWhole(files.html, renderExplainedHtml(document));
  writeWhole(files.base, profiles.base);
  writeWhole(files.new, profiles.new);
  return { document, files };
}
