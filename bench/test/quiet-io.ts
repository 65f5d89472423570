import type { Io } from "deadheat/cli";

/** Returns an Io whose output nobody reads, and which is never interrupted. */
export function quietIo(): Io {
  const nowhere = { write: () => true } as unknown as NodeJS.WritableStream;
  return {
    stdout: nowhere,
    stderr: nowhere,
    color: false,
    signal: new AbortController().signal,
    note: () => {},
  };
}
