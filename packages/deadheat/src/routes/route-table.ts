import { fileURLToPath } from "node:url";
import * as v from "valibot";
import type { Entrant } from "@deadheat/measure";
import { askProcesses } from "../ask-processes.ts";
import { METHODS } from "../config/request.ts";
import { isReading, nameOf, type Candidate, type Candidates } from "./candidate.ts";

const tableSchema = v.object({
  routes: v.array(v.object({ framework: v.string(), method: v.string(), path: v.string() })),
  left: v.array(v.object({ path: v.string(), why: v.string() })),
});

const MOST_ROUTES = 2000;

export interface RouteTable {
  readonly watched: (entrant: Entrant) => Entrant;
  /** Returns the routes of the running server; none if its runtime or framework shows none. */
  readonly read: () => Promise<Candidates>;
  readonly close: () => void;
}

/** Opens a socket on which the processes of a server list the routes of their framework. */
export async function openRouteTable(folder: string): Promise<RouteTable> {
  const { watched, ask, close } = await askProcesses(folder, "routes");
  const module = fileURLToPath(new URL("./routes.cjs", import.meta.url));
  return {
    watched: (entrant) => watched(entrant, module),
    read: async () => {
      const tables = (await ask()).flatMap((answer) => {
        const table = v.safeParse(tableSchema, answer);
        return table.success ? [table.output] : [];
      });
      const all = new Map<string, Candidate>();
      for (const { method, path: template } of tables.flatMap(({ routes }) => routes)) {
        const verb = method === "ALL" ? "GET" : method.toUpperCase();
        if (!METHODS.some((one) => one === verb) || !template.startsWith("/")) continue;
        const one = { method: verb, path: template, headers: {}, count: null };
        if (all.size < MOST_ROUTES) all.set(nameOf(one), one);
      }
      // Frameworks add HEAD to each GET, and OPTIONS for other origins.
      const found = [...all.values()].filter(
        ({ method, path: template }) =>
          method === "GET" || !isReading(method) || !all.has(`GET ${template}`),
      );
      const left = tables
        .flatMap((one) => one.left)
        .map((one) => ({ request: one.path, why: one.why }));
      return { found, left };
    },
    close,
  };
}
