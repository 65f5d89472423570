import { isWide, type Cell } from "@deadheat/judge";
import { formatPercent } from "../format.ts";
import { halfWidth } from "@deadheat/stats";

/** Something that is to be known of one or more cells of a scenario. */
export interface Note {
  readonly kind: "warning" | "failed" | "limited" | "unsupported" | "library of record";
  readonly targets: readonly string[];
  readonly text: string;
}

/** The notes of a scenario's cells, in their order; what is true of several is said once. */
export function notesOf(cells: readonly Cell[]): Note[] {
  return [...wideNote(cells.filter(isWide)), ...otherNotes(cells)];
}

/** As many targets as one reads in a note. */
const MOST_TARGETS = 6;

/** In one note, for there may be dozens. */
function wideNote(cells: readonly Cell[]): Note[] {
  const wide = cells.flatMap(({ target, efficiency, smallestDetectable }) => {
    if (efficiency === null) return [];
    const could = smallestDetectable === null ? Infinity : smallestDetectable - 1;
    return [{ target, half: halfWidth(efficiency.toFloor), could }];
  });
  if (wide.length === 0) return [];
  const [halves, could] = [wide.map(({ half }) => half), wide.map((cell) => cell.could)].map(range);
  const targets =
    wide.length > MOST_TARGETS
      ? [`${wide.length} targets, marked`]
      : wide.map(({ target }) => target);
  const text = `wide, ± ${halves} to the floor; a difference below ${could} would probably have been missed`;
  return [{ kind: "warning", targets, text }];
}

/** `4.1 % to 35 %` */
function range(shares: readonly number[]): string {
  const known = shares.filter(Number.isFinite);
  if (known.length === 0) return "any size";
  const ends = [Math.min(...known), Math.max(...known)].map(formatPercent);
  return [...new Set(ends)].join(" to ");
}

function otherNotes(cells: readonly Cell[]): Note[] {
  const notes = new Map<string, Note & { readonly targets: string[] }>();
  const add = (kind: Note["kind"], target: string, text: string): void => {
    const key = `${kind} ${text}`;
    const known = notes.get(key);
    if (known) known.targets.push(target);
    else notes.set(key, { kind, targets: [target], text });
  };
  for (const { target, warnings, status, reason, libraries } of cells) {
    for (const { code, message } of warnings) {
      if (code !== "wide") add("warning", target, message);
    }
    if (status !== "ok") add(status, target, reason ?? "");
    if (libraries) add("library of record", target, librariesText(libraries));
  }
  return [...notes.values()];
}

/** `helmet 8.1.0, cors 2.8.5` */
export function librariesText(libraries: NonNullable<Cell["libraries"]>): string {
  return libraries.map(({ name, version }) => `${name} ${version}`).join(", ");
}

/** What kept it from answering more, and the server beside it where that was something else. */
export function verdictWords({ verdict, floorVerdict, status }: Cell): string {
  const beside = floorVerdict && floorVerdict !== verdict ? `, floor ${floorVerdict}` : "";
  return (verdict ?? "") + beside + (status === "limited" ? " (limited)" : "");
}
