import type { Settings } from "@deadheat/journal";
import type { Generator } from "@deadheat/measure";
import { obtainOha } from "@deadheat/oha";
import { settingsOf } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import type { Target } from "../targets/manifest.ts";
import type { Addresses } from "../targets/serving/store-address.ts";
import { inspectRuntimes } from "../targets/tools.ts";
import type { RunRequest } from "./request.ts";
import { selectionOf } from "./selection.ts";

/** The targets of a command, and everything that is fixed before it measures. */
export interface Prepared {
  readonly all: readonly Target[];
  /** The requested targets, and the floors that they need. */
  readonly targets: readonly Target[];
  readonly settings: Settings;
  readonly oha: Generator["oha"];
  /** The addresses of the services, once they run. */
  readonly addresses: Addresses;
}

/**
 * Describes the machine, obtains oha, inspects the runtimes, and fixes the settings of the run.
 * @param machines the number of machines that share a budget; the number of the request's shards unless given
 */
export async function prepare(asked: RunRequest, io: Io, machines?: number): Promise<Prepared> {
  const { request, profile, all, targets, scenarios, machine, load, size } = selectionOf(
    asked,
    machines,
  );
  const [oha, tools] = await Promise.all([
    obtainOha({ onProgress: (line) => io.note(line), signal: io.signal }),
    inspectRuntimes(targets),
  ]);
  // If the user named the rounds or the time, there are no further rounds.
  const isSized = request.rounds != null || request.budgetSeconds != null;
  const settings = settingsOf({
    profile: profile.name,
    scenarios,
    rounds: size.rounds,
    precision: isSized ? null : profile.precision,
    withinSeconds: size.withinSeconds,
    load,
    modes: size.modes,
    seed: request.seed ?? null,
    machine,
    oha,
    tools,
  });
  return { all, targets, settings, oha, addresses: {} };
}
