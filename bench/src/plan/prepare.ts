import { obtainOha } from "@deadheat/oha";
import { settingsOf } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { inspectRuntimes } from "../targets/tools.ts";
import type { Prepared } from "./prepared.ts";
import type { RunRequest } from "./request.ts";
import { selectionOf } from "./selection.ts";

/** Describes the machine, obtains oha, inspects the runtimes, and fixes the settings of the run. */
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
    // If the user named the blocks or the time, there are no further blocks.
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
