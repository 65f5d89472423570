import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { messageOf } from "@deadheat/journal";
import { isExplained } from "../errors.ts";
import { gate } from "../compare/gate.ts";
import type { Config } from "../config/config.ts";
import type { Note } from "../step.ts";

/** The requests up to which a slow page gets a window that is long enough for it. */
const FEW = 3;

/**
 * Proves a configuration before it is written: checks out and builds the last commit, starts its server twice, compares the
 * responses, and measures a short round or two of the commit against itself.
 * @returns the reason that it cannot be measured; null if it can
 * @throws Interrupted
 */
export async function unprovenReason(
  config: Config,
  cwd: string,
  { signal, note }: { readonly signal: AbortSignal; readonly note: Note },
): Promise<string | null> {
  const file = join(cwd, `.deadheat-init-${process.pid}.json`);
  // A page of 20 ms on 50 connections gives its first responses after two seconds.
  const { length: many = 1 } = config.requests ?? [];
  const short =
    many <= FEW
      ? { warmupRequests: 200, windowSeconds: 3, budgetSeconds: 10 * many }
      : { warmupRequests: 200, windowSeconds: 1, budgetSeconds: 15 };
  // The difference of a commit from itself says nothing after so few rounds, so only the number of rounds is shown.
  const onProgress: Note = (line, step) => {
    if (step === undefined || step.of === null) return note(line, step);
    const { phase, done, of } = step;
    if (done < of) note(`${phase} ${done + 1} of ${of}`, { ...step, estimate: "" });
  };
  const same = { base: "HEAD", new: "HEAD", aa: true, together: true, cwd, config: file };
  writeFileSync(file, JSON.stringify(config), { flag: "wx" });
  try {
    const found = await gate({ ...same, ...short, signal, onProgress });
    return found.gate.outcome === "unmeasured" ? (found.cause?.message ?? found.gate.reason) : null;
  } catch (error) {
    if (isExplained(error)) return messageOf(error);
    throw error;
  } finally {
    rmSync(file, { force: true });
  }
}
