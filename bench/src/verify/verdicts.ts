import { floors, type Runtime } from "@deadheat/journal";
import { printable } from "@deadheat/report/format";
import { warningWords } from "@deadheat/report/words";
import type { VerifiedCell } from "./verify-all.ts";

/** The routes that a line names. `--json` has them all. */
const MOST_NAMES = 8;

/** Returns what `verify` prints: for each target what failed, what it cannot do, and how it differs from its floor. */
export function renderVerdicts(cells: readonly VerifiedCell[]): string {
  const targets = [...Map.groupBy(cells, ({ target }) => target)];
  const failed = cells.filter(({ status }) => status === "failed").length;
  const checked = cells.filter(({ status }) => status !== "unsupported").length;
  const lines = targets.flatMap(([target, own]) => targetLines(target, own));
  return `${[...lines, `${checked} routes checked, ${failed} failed`].map(printable).join("\n")}\n`;
}

function targetLines(target: string, own: readonly VerifiedCell[]): string[] {
  const reasons = new Set(own.map(({ reason }) => reason));
  if (own.every(({ status }) => status === "unsupported") && reasons.size === 1) {
    return [`${target}: unsupported: ${own[0]?.reason ?? ""}`];
  }
  const counts = (["ok", "failed", "unsupported"] as const).flatMap((status) => {
    const count = own.filter((one) => one.status === status).length;
    return count > 0 || status === "ok" ? `${count} ${status}` : [];
  });
  return [
    `${target}: ${counts.join(", ")}`,
    ...(own[0]?.warnings ?? []).map((one) => `  ! ${warningWords(one)}`),
    ...reasonLines("failed", own),
    ...reasonLines("unsupported", own),
    ...differenceLines(target, own),
  ];
}

/** Returns a line for each reason: most routes share one. */
function reasonLines(status: "failed" | "unsupported", own: readonly VerifiedCell[]): string[] {
  const found = own.filter((one) => one.status === status);
  return [...Map.groupBy(found, ({ reason }) => reason ?? "")].flatMap(([reason, cells]) => [
    `  ${status}: ${namesOf(cells)}: ${reason}`,
    ...permissionLines(reason),
  ]);
}

/** Returns where an app names what its framework may do on Deno, if that is what Deno refused. */
function permissionLines(reason: string): string[] {
  const [, kind = "", what = ""] = /Requires (env|sys|read) access to "([^"]+)"/.exec(reason) ?? [];
  if (kind === "") return [];
  return [`    If the framework needs it, add to target.json: "deno": { "${kind}": ["${what}"] }`];
}

function differenceLines(target: string, own: readonly VerifiedCell[]): string[] {
  const found = own.flatMap((cell) => cell.differences.map((one) => ({ ...one, cell })));
  if (found.length === 0) return [];
  const compared = own.filter(({ status }) => status === "ok").length;
  const fields = Map.groupBy(
    found.filter(({ kind }) => kind === "header"),
    ({ name, floor }) => `${name} ${floor === null}`,
  );
  const lines = [...fields.values()].map((all) => {
    const where = all.length === compared ? "" : ` in ${namesOf(all.map(({ cell }) => cell))}`;
    const [its, theirs] = [all.map((one) => one.target), all.map((one) => one.floor)];
    return `    ${all[0]?.name}: ${valuesOf(its)} (floor: ${valuesOf(theirs)})${where}`;
  });
  const floor = floors[target.split("/")[1] as Runtime];
  const more = found.filter(({ kind }) => kind === "bytes").map(bytesMore);
  return [`  differs from its floor, ${floor}:`, ...lines, ...bytesLines(more)];
}

/** Returns `no-cache`, `absent`, or several values of a header field. */
function valuesOf(values: readonly Difference["target"][]): string {
  return [...new Set(values.map((value) => value ?? "absent"))].join(" | ");
}

type Difference = VerifiedCell["differences"][number];

const bytesMore = ({ target, floor }: Difference) => Number(target) - Number(floor);

function bytesLines(more: readonly number[]): string[] {
  if (more.length === 0) return [];
  const [least, most] = [Math.min(...more), Math.max(...more)];
  const signed = (bytes: number) => `${bytes > 0 ? "+" : ""}${bytes}`;
  return [`    bytes: ${least === most ? signed(most) : `${signed(least)} to ${signed(most)}`}`];
}

function namesOf(cells: readonly VerifiedCell[]): string {
  const names = [...new Set(cells.map(({ scenario }) => scenario))];
  const rest = names.length - MOST_NAMES;
  return rest > 1 ? `${names.slice(0, MOST_NAMES).join(", ")} and ${rest} more` : names.join(", ");
}
