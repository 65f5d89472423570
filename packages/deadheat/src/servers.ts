import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDirectory, obtainOha } from "@deadheat/oha";
import {
  SCHEMA,
  UsageError,
  warmupOf,
  type Load,
  type RunRecord,
  type Settings,
  type Warning,
} from "@deadheat/journal";
import {
  settingsWarnings,
  stoppingFor,
  type Judgement,
  type StoppingOptions,
} from "@deadheat/judge";
import {
  blockSeconds,
  COMPARISON_WINDOW_SECONDS,
  concurrencyWarnings,
  defaultLoad,
  describeMachine,
  drawSeed,
  limitWarnings,
  pinOurselves,
  type Exchange,
  type Hold,
} from "@deadheat/measure";
import type { Io } from "./cli/io.ts";
import { compareEntrants } from "./compare.ts";
import { learnExchange } from "./entrants/alike.ts";
import { entrantOf } from "./entrants/file.ts";
import { findRuntime, type FoundRuntime } from "./entrants/runtime.ts";
import { distinct, parseSpec, type Spec } from "./entrants/spec.ts";
import { openRun } from "./folder/run-folder.ts";

export interface CompareServers extends Omit<StoppingOptions, "gate"> {
  /** As `parseSpec` reads them. */
  readonly base: string;
  readonly new: string;
  readonly request: Exchange["request"];
  /** How close to each other a dead heat is, relative. */
  readonly margin: number;
  /** Answers that warm each server; null: as is known to be enough. */
  readonly warmupAnswers: number | null;
  readonly windowSeconds: number | null;
  readonly seed: number | null;
  /** Null: a folder of its own in the user's cache directory. */
  readonly out: string | null;
}

/** The answer: the efficiency of the new server over that of the base, with its interval. */
export interface ServersCompared extends Omit<Judgement, "gate" | "bound"> {
  readonly base: string;
  readonly new: string;
  /** `GET /`. */
  readonly request: string;
  /** Of their runtimes. */
  readonly versions: { readonly base: string; readonly new: string };
  readonly bound: { readonly base: Judgement["bound"]["a"]; readonly new: Judgement["bound"]["a"] };
  readonly warnings: readonly Warning[];
  readonly journal: string;
}

/**
 * Two servers of the user's own against each other. Both are started once to see that they answer alike; then duets.
 * @param cwd where the user stands: paths are relative to it, and servers are started there
 * @throws UsageError, ComparisonFailed, EnvironmentError, Interrupted
 */
export async function compareServers(
  options: CompareServers,
  cwd: string,
  io: Io,
  hold: Hold,
): Promise<ServersCompared> {
  const [base, other] = distinct(parseSpec(options.base, cwd), parseSpec(options.new, cwd));
  const found = {
    base: await findRuntime(base.runtime, cwd),
    new: await findRuntime(other.runtime, cwd),
  };
  const machine = describeMachine();
  const { warmupAnswers, windowSeconds } = options;
  const usual = defaultLoad(
    machine.pinning.generators.length,
    windowSeconds ?? COMPARISON_WINDOW_SECONDS,
  );
  const load: Load = warmupAnswers === null ? usual : { ...usual, warmup: warmupOf(warmupAnswers) };
  const rule = stoppingFor(
    { ...options, gate: null },
    blockSeconds(load, [base.runtime, other.runtime]),
  );
  const oha = await obtainOha({ onProgress: io.note, signal: io.signal });
  const { request } = options;
  const pair = (asks: Pick<Exchange, "request"> & Partial<Exchange>) => ({
    target: entrantOf(other, found.new, cwd, asks),
    reference: entrantOf(base, found.base, cwd, asks),
  });
  const unpin = pinOurselves(machine.pinning);
  try {
    const exchange = await learnExchange(pair({ request }), request, machine.pinning, io.signal);
    const folder = openRun(options.out, runsDirectory());
    const seed = options.seed ?? drawSeed();
    const settings = settingsOf({ load, machine, oha, found, base, other, request });
    const { judgement, warnings, journal } = await compareEntrants(
      {
        entrants: pair(exchange),
        scenario: nameOf(request),
        exchange,
        rule,
        margin: options.margin,
        seed,
        out: folder.out,
        header: headerOf(folder.id, seed, base, other, found.new, settings),
      },
      { oha, pinning: machine.pinning, load, signal: io.signal },
      io.note,
    );
    const { gate: _, bound, ...rest } = judgement;
    return {
      base: base.label,
      new: other.label,
      request: nameOf(request),
      versions: { base: found.base.version, new: found.new.version },
      ...rest,
      bound: { base: bound.b, new: bound.a },
      warnings: [
        ...concurrencyWarnings(hold),
        ...limitWarnings(),
        ...settingsWarnings(settings, true),
        ...warnings,
      ],
      journal,
    };
  } finally {
    unpin();
  }
}

function nameOf({ method, path }: Exchange["request"]): string {
  return `${method} ${path}`;
}

/** Where results lie unless the user says otherwise: nothing is written into anybody's repository. */
function runsDirectory(): string {
  const folder = join(cacheDirectory(), "runs");
  mkdirSync(folder, { recursive: true });
  return folder;
}

interface Conditions {
  readonly load: Load;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: { readonly version: string; readonly sha256: string };
  readonly found: { readonly base: FoundRuntime; readonly new: FoundRuntime };
  readonly base: Spec;
  readonly other: Spec;
  readonly request: Exchange["request"];
}

/** Everything that decides what a block is; a runtime that is in neither server is not told. */
function settingsOf({ load, machine, oha, found, base, other, request }: Conditions): Settings {
  const used = { [base.runtime]: found.base, [other.runtime]: found.new };
  const tool = (runtime: Spec["runtime"]) => ({
    version: used[runtime]?.version ?? "not used",
    sha256: "",
  });
  return {
    profile: "compare",
    scenarios: [nameOf(request)],
    blocks: { cell: 0, bridge: 0, aa: 0 },
    precision: null,
    withinSeconds: null,
    load,
    seed: null,
    machine: { ...machine, pinning: mutable(machine.pinning) },
    tools: {
      oha: { version: oha.version, sha256: oha.sha256 },
      node: tool("node"),
      bun: tool("bun"),
      deno: tool("deno"),
    },
  };
}

function mutable(
  pinning: ReturnType<typeof describeMachine>["pinning"],
): Settings["machine"]["pinning"] {
  return { ...pinning, server: [...pinning.server], generators: [...pinning.generators] };
}

function headerOf(
  runId: string,
  seed: number,
  base: Spec,
  other: Spec,
  { version }: FoundRuntime,
  settings: Settings,
): RunRecord {
  return {
    type: "run",
    schema: SCHEMA,
    runId,
    startedAt: new Date().toISOString(),
    target: other.label,
    framework: other.label,
    runtime: other.runtime,
    version,
    seed,
    taskHash: null,
    sources: { harness: "", floor: digest(base.file), app: digest(other.file) },
    settings,
  };
}

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);
}

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

/**
 * `GET /hello` with headers and a body, as the command takes them.
 * @param text a method and a path; a path alone is asked with GET
 * @param headers `name: value`
 * @param body itself, or a file after `@`
 * @throws UsageError
 */
export function parseRequest(
  text: string,
  headers: readonly string[],
  body: string | null,
  read: (file: string) => string,
): Exchange["request"] {
  const [, method = "GET", path = ""] = /^(?:([A-Za-z]+)\s+)?(\/\S*)$/.exec(text.trim()) ?? [];
  if (path === "" || !METHODS.has(method.toUpperCase())) {
    throw new UsageError(`--request ${JSON.stringify(text)}: write it as "GET /path"`);
  }
  const pairs = headers.map((header) => {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(header) ?? [];
    if (name !== undefined && value !== undefined) return [name.toLowerCase(), value] as const;
    throw new UsageError(`--header ${JSON.stringify(header)}: write it as "name: value"`);
  });
  return {
    method: method.toUpperCase(),
    path,
    headers: Object.fromEntries(pairs),
    body: body?.startsWith("@") ? read(body.slice(1)) : body,
  };
}
