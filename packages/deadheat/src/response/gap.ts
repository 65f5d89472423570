import { quoted } from "@deadheat/measure";
import { readable } from "./shapes.ts";

/** A place of a response whose text changes with every response. */
export interface Gap {
  readonly kind: "number" | "run" | "text";
  readonly least: number;
  readonly most: number;
  readonly sample: string;
}

/** The characters of each kind: a run is an id in any alphabet up to base64. A text may have any characters. */
const kinds = {
  number: /^[-+]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
  run: /^[\w+/=.:~%-]*$/,
} as const;

/** Returns the gap that all these texts fit, with some room: a random number varies in length. */
export function gapOf(texts: readonly string[]): Gap {
  const kind =
    (["number", "run"] as const).find((one) => texts.every((text) => kinds[one].test(text))) ??
    "text";
  const lengths = texts.map((text) => text.length);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  return {
    kind,
    least: shortest === 0 ? 0 : kind === "number" ? 1 : Math.ceil(shortest / 4),
    most: kind === "number" ? Math.max(40, longest) : 4 * longest + 16,
    sample: texts.find((text) => text !== "") ?? "",
  };
}

export function gapProblem(text: string, { kind, least, most, sample }: Gap): string | null {
  if (text.length < least) return `${text.length} characters where responses vary`;
  if (text.length > most) return `${text.length} characters where at most ${most} vary`;
  if (kind === "text" || kinds[kind].test(text)) return null;
  return `${quoted(readable(text.slice(0, 40)))} in the place of something like ${quoted(readable(sample.slice(0, 40)))}`;
}
