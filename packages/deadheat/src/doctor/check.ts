import { messageOf } from "@deadheat/journal";

export interface Check {
  readonly name: string;
  /** `fail` if a run cannot work. `warn` if it works and its result mentions the problem. */
  readonly status: "ok" | "warn" | "fail";
  readonly detail: string;
  /** The action that helps, or null if none is needed. */
  readonly fix: string | null;
}

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail, fix: null };
}

export function warn(name: string, detail: string, fix: string): Check {
  return { name, status: "warn", detail, fix };
}

export function fail(name: string, detail: string, fix: string): Check {
  return { name, status: "fail", detail, fix };
}

/** Runs a check. If it throws, the check fails with the error's message. */
export async function tried(
  name: string,
  fix: string,
  check: () => Check | readonly Check[] | Promise<Check | readonly Check[]>,
): Promise<Check[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [fail(name, messageOf(error), fix)];
  }
}

export function renderChecks(checks: readonly Check[]): string {
  const mark = { ok: "✔", warn: "!", fail: "✖" };
  const width = Math.max(...checks.map((check) => check.name.length));
  const lines = checks.flatMap(({ name, status, detail, fix }) => [
    `${mark[status]} ${name.padEnd(width)}  ${detail}`,
    ...(fix === null ? [] : [`  ${" ".repeat(width)}  → ${fix}`]),
  ]);
  return `${lines.join("\n")}\n`;
}
