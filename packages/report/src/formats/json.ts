import type { Changes, Result } from "@deadheat/judge";

/** The result without its raw blocks: what a script needs, at a tenth of the size. */
export function renderPlain(result: Result): string {
  const withoutBlocks = (key: string, value: unknown) =>
    key === "blocks" && Array.isArray(value) ? undefined : value;
  return `${JSON.stringify(result, withoutBlocks, 1)}\n`;
}

export function renderChangesJson(changes: Changes): string {
  return `${JSON.stringify(changes, null, 1)}\n`;
}
