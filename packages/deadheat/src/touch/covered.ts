import { fileURLToPath } from "node:url";
import * as v from "valibot";
import type { Entrant } from "@deadheat/measure";
import { askProcesses } from "../ask-processes.ts";

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const scriptsSchema = v.array(
  v.object({
    id: v.string(),
    url: v.string(),
    source: v.nullable(v.string()),
    ran: v.array(v.tuple([offset, offset])),
  }),
);
const reportSchema = v.object({
  process: v.string(),
  /** The scripts that ran before the first request, once; null before and after, or if the server is not one of node:http. */
  startup: v.nullable(scriptsSchema),
  scripts: scriptsSchema,
});
/** The scripts that a process, or one thread of it, has run. */
export type RanReport = v.InferOutput<typeof reportSchema>;
/** A script, and the ranges of the functions in it that ran. The source comes with its first report. */
export type RanScript = RanReport["scripts"][number];

/** The functions that ran since the last look, by process; null if they are unknown. */
export type Ran = readonly RanReport[] | null;

export interface Coverage {
  /** Returns the entrant with the module that reports what its processes run. */
  readonly watched: (entrant: Entrant) => Entrant;
  /** Returns what all processes of the server ran since the last call; null if one of them has ended unseen, or says nothing. */
  readonly take: () => Promise<Ran>;
  readonly close: () => void;
}

/** Opens a socket for the processes of one server. @param folder a folder of this run */
export async function openCoverage(folder: string, name: string): Promise<Coverage> {
  const { watched, ask, hasLost, close } = await askProcesses(folder, name);
  const module = fileURLToPath(new URL("./coverage.cjs", import.meta.url));
  return {
    watched: (entrant) => watched(entrant, module),
    take: async () => {
      const reports = (await ask()).map((answer) => v.safeParse(reportSchema, answer));
      const known = reports.flatMap((one) => (one.success ? [one.output] : []));
      return known.length === 0 || known.length < reports.length || hasLost() ? null : known;
    },
    close,
  };
}
