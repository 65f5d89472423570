import type { Io } from "./io.ts";
import { floors, type Target } from "./manifest.ts";
import { addonWarnings } from "./measure/addon.ts";
import { choosePinning } from "./measure/pinning.ts";
import { verifyTarget, type Verdict } from "./measure/verify.ts";
import { printable } from "./report/format.ts";
import type { Warning } from "./result.ts";

/** What was found of a route, and what is to be known of the target beside it. */
export interface VerifiedCell extends Verdict {
  readonly warnings: readonly Warning[];
}

/** Every route of every target, one target after the other. */
export async function verifyAll(
  targets: readonly Target[],
  all: readonly Target[],
  io: Io,
): Promise<VerifiedCell[]> {
  const pinning = choosePinning();
  const verdicts: VerifiedCell[] = [];
  for (const target of targets) {
    const floor = all.find((other) => other.name === floors[target.runtime]) ?? target;
    const found = await verifyTarget(target, floor, pinning, io.signal);
    const warnings = addonWarnings(target.addon);
    verdicts.push(...found.map((verdict) => ({ ...verdict, warnings })));
    const failed = found.filter((verdict) => verdict.status === "failed").length;
    const state = target.unsupported === null ? "ok" : "unsupported";
    io.note(`${target.name}: ${failed === 0 ? state : `${failed} of ${found.length} failed`}`);
  }
  return verdicts;
}

/** A line for each failure, and for each target how its answers differ from its floor's. */
export function renderVerdicts(verdicts: readonly VerifiedCell[]): string {
  const lines: string[] = [];
  for (const target of new Set(verdicts.map((verdict) => verdict.target))) {
    const own = verdicts.filter((verdict) => verdict.target === target);
    const reasons = new Set(own.map(({ reason }) => reason));
    if (own.every(({ status }) => status === "unsupported") && reasons.size === 1) {
      lines.push(`${target}: unsupported: ${printable(own[0]?.reason ?? "")}`);
      continue;
    }
    const count = (status: Verdict["status"]) => own.filter((v) => v.status === status).length;
    lines.push(
      `${target}: ${count("ok")} ok, ${count("failed")} failed, ${count("unsupported")} unsupported`,
    );
    for (const { message } of own[0]?.warnings ?? []) lines.push(`  ! ${printable(message)}`);
    for (const { scenario, status, reason, differences } of own) {
      if (status !== "ok") lines.push(`  ${scenario}: ${status}: ${printable(reason ?? "")}`);
      if (differences.length > 0) {
        const shown = differences.map(
          (d) => `${d.name ?? "bytes"} ${d.target ?? "absent"} (floor: ${d.floor ?? "absent"})`,
        );
        lines.push(`  ${scenario}: differs from its floor: ${printable(shown.join("; "))}`);
      }
    }
  }
  const failed = verdicts.filter((verdict) => verdict.status === "failed").length;
  lines.push(`${verdicts.length} routes checked, ${failed} failed`);
  return `${lines.join("\n")}\n`;
}
