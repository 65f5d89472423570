import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { classDifference, messageOf } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import { readResult } from "deadheat/parts";
import * as v from "valibot";

const keptSchema = v.array(
  v.strictObject({
    /** The name of the folder below results/published/history. */
    name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
    /** The npm package whose releases are new versions. */
    package: v.string(),
    /** The server on a runtime, if the releases are those of the runtime: `express/node`. */
    server: v.optional(v.string()),
    /** The versions as `deadheat history` takes them; an open range includes what comes. */
    versions: v.string(),
    runtimes: v.optional(v.array(v.string())),
    /** The server's file, if deadheat has none for the package. */
    app: v.optional(v.string()),
  }),
);

/** A history that is kept alive. */
export type Kept = v.InferOutput<typeof keptSchema>[number];

/** Reads the list of histories. @throws with the field that is wrong */
export function readKept(file: string): Kept[] {
  return v.parse(keptSchema, JSON.parse(readFileSync(file, "utf8")));
}

type Machine = Result["machine"];

/** The folder of a history on this machine, and its content. */
export interface Place {
  /** The name below results/published, such as `history/hono`. */
  readonly name: string;
  readonly folder: string;
  /** null for a series that begins now. */
  readonly earlier: Result | null;
}

/**
 * Returns the place of a history's series on this class of machine. Another class of machine has another series, in a
 * folder of its own.
 */
export function placeOf({ name }: Kept, published: string, machine: Machine): Place {
  const own = `${name}-${slugOf(machine)}`;
  for (const candidate of [name, own]) {
    const folder = join(published, "history", candidate);
    const place = { name: `history/${candidate}`, folder };
    if (!existsSync(join(folder, "result.json"))) return { ...place, earlier: null };
    const earlier = readResult(join(folder, "result.json"));
    if (classDifference(earlier.machine, machine) === null) return { ...place, earlier };
  }
  throw new Error(`history/${own} is of another machine that has the same name. Rename the folder`);
}

function slugOf({ cpu, cores }: Machine): string {
  const words = cpu.toLowerCase().replaceAll(/\([^)]*\)|processor|cpu/g, " ");
  return `${words.match(/[a-z0-9]+/g)?.join("-") ?? "machine"}-${cores}cpu`;
}

/** Returns the reason of an error in one line. */
export function reasonOf(error: unknown): string {
  return messageOf(error).split("\n")[0]!;
}
