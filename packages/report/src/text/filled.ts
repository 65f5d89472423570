import { printable } from "../format.ts";
import { fill } from "./wrap.ts";

/** Returns a function that breaks sentences into lines of this width, and makes what a terminal would obey visible. */
export function filledTo(width: number): (sentences: readonly string[]) => string[] {
  return (sentences) => sentences.map((sentence) => fill(printable(sentence), width));
}
