import { WriteStream } from "node:tty";
import type { Io } from "../io.ts";

/** Of the terminal that the answer goes to; null: it goes elsewhere, where nothing has to fit. */
export function widthOf({ stdout }: Io): number | null {
  // A terminal that does not know its width says 0.
  return stdout instanceof WriteStream && stdout.isTTY ? stdout.columns || 80 : null;
}

/** Of sentences: 80 characters, or fewer in a narrower terminal. */
export function sentencesWidthOf(io: Io): number {
  return Math.min(80, widthOf(io) ?? 80);
}
