import { isWide, type Cell } from "@deadheat/judge";
import { formatPercent, present } from "../format.ts";
import { warningWords } from "../words/warnings.ts";
import { halfWidth } from "@deadheat/stats";

/** A remark about one or more cells of a scenario. */
export interface Note {
  readonly kind: "warning" | "failed" | "limited" | "unsupported" | "library of record";
  readonly targets: readonly string[];
  readonly text: string;
}

/** Returns the notes of a scenario's cells, in their order. A note that is true of several cells comes once. */
export function notesOf(cells: readonly Cell[]): Note[] {
  return [...wideNote(cells.filter(isWide)), ...otherNotes(cells)];
}

const MOST_TARGETS = 6;

/** Returns a single note, since dozens of cells may be wide. */
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
  const width = halves === null ? "no usable interval" : `± ${halves}`;
  const missed = could === null ? "Any difference" : `A difference below ${could}`;
  const text = `Imprecise: ${width} to the floor. ${missed} would probably have been missed.`;
  return [{ kind: "warning", targets, text }];
}

/** The largest share that says something. */
const LARGEST = 10;

/** Returns `4.1 % to 35 %`; null if no share says anything. */
function range(shares: readonly number[]): string | null {
  const known = shares.filter((share) => share < LARGEST);
  if (known.length === 0) return null;
  const ends = [Math.min(...known), Math.max(...known)].map(formatPercent);
  return [...new Set(ends)].join(" to ");
}

function otherNotes(cells: readonly Cell[]): Note[] {
  const all = cells.flatMap(({ target, warnings, status, reason, libraries }) => {
    const note = (kind: Note["kind"], text: string) => ({ kind, text, target });
    return present([
      ...warnings.map((one) => one.code !== "wide" && note("warning", warningWords(one))),
      status !== "ok" && note(status, reason ?? ""),
      libraries && note("library of record", librariesText(libraries)),
    ]);
  });
  return [...Map.groupBy(all, ({ kind, text }) => `${kind} ${text}`).values()].map((same) => {
    const [{ kind, text }] = same as [(typeof all)[0]];
    return { kind, text, targets: same.map(({ target }) => target) };
  });
}

/** Returns the text of a note, after its kind unless it is a warning. */
export function noteWords({ kind, text }: Note): string {
  return kind === "warning" ? text : `${kind}: ${text}`;
}

/** Returns `helmet 8.1.0, cors 2.8.5`. */
export function librariesText(libraries: NonNullable<Cell["libraries"]>): string {
  return libraries.map(({ name, version }) => `${name} ${version}`).join(", ");
}

/** Returns what limited the target, and what limited its floor if that differs. */
export function bottleneckWords({ bottleneck, floorBottleneck, status }: Cell): string {
  const beside =
    floorBottleneck && floorBottleneck !== bottleneck ? `, floor ${floorBottleneck}` : "";
  return (bottleneck ?? "") + beside + (status === "limited" ? " (limited)" : "");
}
