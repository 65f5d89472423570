import type { Cell } from "../result.ts";

/** Something that is to be known of one or more cells of a scenario. */
export interface Note {
  readonly kind: "warning" | "failed" | "limited" | "unsupported";
  readonly targets: readonly string[];
  readonly text: string;
}

/** The notes of a scenario's cells, in their order; what is true of several is said once. */
export function notesOf(cells: readonly Cell[]): Note[] {
  const notes = new Map<string, Note & { readonly targets: string[] }>();
  const add = (kind: Note["kind"], target: string, text: string): void => {
    const key = `${kind} ${text}`;
    const known = notes.get(key);
    if (known) known.targets.push(target);
    else notes.set(key, { kind, targets: [target], text });
  };
  for (const { target, warnings, status, reason } of cells) {
    for (const { message } of warnings) add("warning", target, message);
    if (status !== "ok") add(status, target, reason ?? "");
  }
  return [...notes.values()];
}

/** Its interval is wider than the profile promises. */
export function isWide({ warnings }: Pick<Cell, "warnings">): boolean {
  return warnings.some(({ code }) => code === "wide");
}
