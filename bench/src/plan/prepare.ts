import { obtainOha } from "@deadheat/oha";
import { settingsOf } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { inspectRuntimes } from "../targets/tools.ts";
import type { Prepared } from "./prepared.ts";
import type { RunRequest } from "./request.ts";
import { selectionOf } from "./selection.ts";

/** Looks at the machine, finds or obtains what is needed, and fixes what every block will be. */
export async function prepare(asked: RunRequest, io: Io): Promise<Prepared> {
  const { request, profile, all, targets, scenarios, machine, load, size } = selectionOf(asked);
  const [oha, runtimes] = await Promise.all([
    obtainOha({ onProgress: (line) => io.note(line), signal: io.signal }),
    inspectRuntimes(),
  ]);
  const settings = settingsOf({
    profile: profile.name,
    scenarios,
    blocks: size.blocks,
    // A run whose blocks or time were named gets exactly that.
    precision: request.blocks === null && request.budgetSeconds === null ? profile.precision : null,
    withinSeconds: size.withinSeconds,
    load,
    modes: size.modes,
    seed: request.seed,
    machine,
    oha,
    tools: runtimes,
  });
  const like = request.like ?? null;
  return { all, targets, settings, ohaPath: oha.path, addresses: {}, like, part: null };
}
