import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { addressVariables } from "@deadheat/handlers";
import { inside, messageOf, runtimeFacts } from "@deadheat/journal";
import type { Target } from "./manifest.ts";
import { addonOptions, makeCopy } from "@deadheat/addon";
import { denoPermissions } from "./deno.ts";
import type { Entrant, Room } from "@deadheat/measure";
import { withServiceGone } from "./serving/store-address.ts";
import { blobsDirectory, root, runsDirectory } from "./project.ts";
import { plain, type Serving } from "./serving/serving.ts";
import { runtimeBinary } from "./tools.ts";
import { workerEntrant } from "./worker.ts";

export function entrantOf(target: Target, serving: Serving = plain): Entrant {
  const { name, runtime, directory, addon } = target;
  const { store } = serving;
  return {
    name,
    runtime,
    cwd: directory,
    env: serverEnvironment(serving),
    room: roomOf(target, serving),
    ...(runtimeFacts[runtime].run.kind === "worker"
      ? workerEntrant(target)
      : { command: serverCommand(target, serving) }),
    ...(addon && {
      prepare: () => prepareAddon(target),
      impostor: (pid) => missingAddon(target, pid),
    }),
    ...(store && { explain: (message) => withServiceGone(message, store) }),
  };
}

/** Returns what a server sees of the files: this repository without its results, and what it serves. */
function roomOf({ addon, directory }: Target, { tls, assets, store }: Serving): Room {
  const copy = addon?.copy ? dirname(addon.copy.path) : null;
  const database = store?.store.service === "sqlite" ? dirname(store.address) : null;
  const readable = [root, tls, assets, copy, database].filter((path) => path !== null);
  const tree = inside(directory, root) ? root : directory;
  return { tree, readable, hidden: [runsDirectory, blobsDirectory] };
}

/** The script that serves families, relative to the app's folder. */
const SERVICE = "src/service.ts";

/** Returns the command that starts a target: the real binary, and for Deno the fewest permissions. */
function serverCommand(target: Target, serving: Serving): string[] {
  const binary = runtimeBinary(target.runtime);
  const options = target.addon ? addonOptions(target.addon) : [];
  const entry = serving.families.length > 0 ? SERVICE : target.entry;
  const { run } = runtimeFacts[target.runtime];
  if (run.kind !== "file") return [binary, ...options, entry];
  if (run.permitAll.length === 0) return [binary, ...run.words, ...options, entry];
  const permissions = denoPermissions(target.manifest, serving);
  return [binary, ...run.words, "--cached-only", ...permissions, entry];
}

/** Returns the entrant with the permissions that a profiler in the process needs: on Deno more than a server has. */
export function withProfiler(entrant: Entrant): Entrant {
  const { run } = runtimeFacts[entrant.runtime];
  if (run.kind !== "file" || run.permitAll.length === 0) return entrant;
  const words = entrant.command.filter((word) => !word.startsWith("--allow-"));
  return { ...entrant, command: words.toSpliced(2, 0, ...run.permitAll) };
}

function prepareAddon({ addon }: Target): void {
  try {
    if (addon) makeCopy(addon);
  } catch (error) {
    const reason = `cannot copy the native addon: ${messageOf(error)}`;
    throw new Error(reason, { cause: error });
  }
}

/** Returns an error if the process has not loaded the addon that the result will name. */
function missingAddon({ addon }: Target, pid: number): string | null {
  if (!addon || process.platform !== "linux") return null;
  const file = addon.copy?.path ?? addon.original;
  const mapped = readFileSync(`/proc/${pid}/maps`, "utf8").includes(` ${file}\n`);
  return mapped ? null : `runs without its native addon ${file}`;
}

/** Returns the same small environment for every server, so that the user's shell changes no metric. */
export function serverEnvironment({
  store,
  families,
  protocol,
  tls,
  assets,
}: Serving): Record<string, string> {
  const { PATH, HOME, TMPDIR, XDG_CACHE_HOME, DENO_DIR } = process.env;
  const kept = { PATH, HOME, TMPDIR, XDG_CACHE_HOME, DENO_DIR };
  const given = Object.entries(kept).filter(([, value]) => value !== undefined);
  const chosen = store && {
    DEADHEAT_STORE: store.store.name,
    [addressVariables[store.store.service]]: store.address,
  };
  const fixed = { NODE_ENV: "production", NO_COLOR: "1", PORT: "0" };
  return {
    ...Object.fromEntries(given),
    ...fixed,
    ...chosen,
    ...(families.length > 0 && { DEADHEAT_FAMILIES: families.join() }),
    ...(protocol && { DEADHEAT_PROTOCOL: protocol }),
    ...(tls && { DEADHEAT_TLS: tls }),
    ...(assets && { DEADHEAT_ASSETS: assets }),
  };
}
