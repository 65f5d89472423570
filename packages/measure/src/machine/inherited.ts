import { openSync, readdirSync } from "node:fs";
import { attempt } from "@deadheat/journal";
import { textOf } from "../system.ts";

/** The flag of a file that is closed when another program begins (open(2)). Node sets it on all that it opens. */
const CLOSES = 0o2000000;
/** Higher numbers would make each start slower. */
const MOST = 4096;

/**
 * Returns the streams of a program with nothing in place of the files that this process got from the one that has started it, such
 * as a lock or a log of a shell's: each program would get them too, and could write to them from inside of its walls.
 * @param streams the program's own streams
 */
export function onlyStreams<const Streams extends readonly unknown[]>(
  streams: Streams,
): [...Streams, ...(number | "ignore")[]] {
  numbers ??= inherited();
  const taken = new Set(numbers);
  const more = Math.max(0, 1 + Math.max(0, ...numbers) - streams.length);
  const others = Array.from({ length: more }, (_, i) => {
    return taken.has(streams.length + i) ? (nothing ??= openSync("/dev/null", "r")) : "ignore";
  });
  return [...streams, ...others];
}

let numbers: readonly number[] | undefined;
let nothing: number | undefined;

function inherited(): number[] {
  const names = attempt(() => readdirSync("/proc/self/fd")) ?? [];
  return names.map(Number).filter((fd) => {
    const flags = /^flags:\s*(\d+)$/m.exec(textOf(`/proc/self/fdinfo/${fd}`) ?? "")?.[1];
    const isOpen = flags !== undefined && !(Number.parseInt(flags, 8) & CLOSES);
    return isOpen && fd > 2 && fd < MOST;
  });
}
