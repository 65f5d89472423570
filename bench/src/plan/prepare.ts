import { obtainOha } from "@deadheat/oha";
import type { Settings } from "@deadheat/journal";
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
  const settings: Settings = {
    profile: profile.name,
    scenarios: [...scenarios],
    blocks: size.blocks,
    // Who says how many blocks, or for how long, gets exactly that.
    precision: request.blocks === null && request.budgetSeconds === null ? profile.precision : null,
    withinSeconds: size.withinSeconds,
    load,
    measure: [...size.modes.measure],
    sweep: size.modes.sweep,
    latency: size.modes.latency,
    cost: size.modes.cost,
    seed: request.seed,
    machine: {
      ...machine,
      pinning: {
        ...machine.pinning,
        server: [...machine.pinning.server],
        generators: [...machine.pinning.generators],
      },
    },
    tools: {
      oha: { version: oha.version, sha256: oha.sha256 },
      node: versionAndHash(runtimes.node),
      bun: versionAndHash(runtimes.bun),
      deno: versionAndHash(runtimes.deno),
    },
  };
  const like = request.like ?? null;
  return { all, targets, settings, ohaPath: oha.path, addresses: {}, like, part: null };
}

function versionAndHash({ version, sha256 }: { version: string; sha256: string }) {
  return { version, sha256 };
}
