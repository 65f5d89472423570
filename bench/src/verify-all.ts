import type { Io } from "./io.ts";
import { floors, type Target } from "./manifest.ts";
import { choosePinning } from "./measure/pinning.ts";
import { verifyTarget, type Verdict } from "./measure/verify.ts";
import { printable } from "./report/format.ts";

/** Every route of every target, one target after the other. */
export async function verifyAll(
  targets: readonly Target[],
  all: readonly Target[],
  io: Io,
): Promise<Verdict[]> {
  const pinning = choosePinning();
  const verdicts: Verdict[] = [];
  for (const target of targets) {
    const floor = all.find((other) => other.name === floors[target.runtime]) ?? target;
    const found = await verifyTarget(target, floor, pinning, io.signal);
    verdicts.push(...found);
    const failed = found.filter((verdict) => verdict.status === "failed").length;
    io.note(`${target.name}: ${failed === 0 ? "ok" : `${failed} of ${found.length} failed`}`);
  }
  return verdicts;
}

/** A line for each failure, and for each target how its answers differ from its floor's. */
export function renderVerdicts(verdicts: readonly Verdict[]): string {
  const lines: string[] = [];
  for (const target of new Set(verdicts.map((verdict) => verdict.target))) {
    const own = verdicts.filter((verdict) => verdict.target === target);
    const count = (status: Verdict["status"]) => own.filter((v) => v.status === status).length;
    lines.push(
      `${target}: ${count("ok")} ok, ${count("failed")} failed, ${count("unsupported")} unsupported`,
    );
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
