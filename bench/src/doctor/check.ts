/** One thing that a trustworthy run needs, or is the better for. */
export interface Check {
  readonly name: string;
  /** `fail`: a run cannot work; `warn`: it works, and its result says what was missing. */
  readonly status: "ok" | "warn" | "fail";
  readonly detail: string;
  /** What to do; null where nothing is needed. */
  readonly fix: string | null;
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
