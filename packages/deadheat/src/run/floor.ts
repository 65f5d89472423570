import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import {
  fileCommand,
  fileRuntimes,
  floors,
  runtimeFacts,
  writeWhole,
  type Runtime,
} from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";
import { hashOf } from "@deadheat/versions";
import type { Running, RunTarget } from "./running.ts";

const PROGRAM = fileURLToPath(new URL("./floor.mjs", import.meta.url));

/**
 * Returns the floors that these targets need. A floor runs on the same program as the targets of its runtime. node:http,
 * to which the bridges lead, runs on the Node that runs the command. A floor sends exactly the responses of the targets,
 * from files in the run's folder, `floors/`.
 */
export function floorsOf({ targets, requests, folder, env }: Running): RunTarget[] {
  if (targets.every(({ reference }) => reference !== undefined)) return [];
  const responses = requests.map(({ exchange }) => responseOf(exchange));
  const traffic = requests.flatMap((one) => one.exchange.traffic ?? []);
  const content = hashOf([readFileSync(PROGRAM, "utf8"), ...responses, ...traffic]);
  const where = join(folder.out, "floors");
  mkdirSync(where, { recursive: true });
  const files = new Map(
    requests.map(({ exchange }, i) => {
      const file = join(where, `${i + 1}.json`);
      writeWhole(file, responses[i]);
      return [exchange, file] as const;
    }),
  );
  return fileRuntimes.flatMap((runtime): RunTarget[] => {
    const found = programFor(runtime, targets);
    if (found === null) return [];
    const { program, version } = found;
    const name = floors[runtime];
    return [
      {
        name,
        framework: name.slice(0, name.indexOf("/")),
        runtime,
        version,
        runtimeVersion: version,
        program,
        content,
        known: true,
        entrant: (exchange) => ({
          name,
          runtime,
          command: fileCommand(runtime, program, [PROGRAM, files.get(exchange) ?? ""]),
          cwd: folder.out,
          env,
          asks: asksOf(runtime, exchange),
        }),
      },
    ];
  });
}

function programFor(
  runtime: Runtime,
  targets: Running["targets"],
): { readonly program: string; readonly version: string } | null {
  if (runtime === "node") return { program: process.execPath, version: process.versions.node };
  const first = targets.find((target) => target.runtime === runtime);
  return first ? { program: first.program, version: first.runtimeVersion } : null;
}

/** Returns the exchange that a floor must match. If its runtime adds a type to every body, the floor has one even if the targets have none. */
function asksOf(runtime: Runtime, { request, response: own }: Exchange): Exchange {
  // A floor sends one body, without an encoding.
  const { lengths: _, ...response } = own;
  const unnamed = response.mediaType === "none" && response.body !== "";
  const mediaType = runtimeFacts[runtime].addedType;
  return {
    request,
    response: unnamed && mediaType !== null ? { ...response, mediaType } : response,
  };
}

/** Returns the response in the format that floor.mjs reads. */
function responseOf({ request, response: { status, mediaType, body } }: Exchange): string {
  return JSON.stringify({ status, mediaType, body, reads: request.body !== null });
}
