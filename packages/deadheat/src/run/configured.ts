import { resolve } from "node:path";
import process from "node:process";
import * as v from "valibot";
import { duetsOnly, UsageError } from "@deadheat/journal";
import { RUN_MARGIN } from "@deadheat/judge";
import type { Exchange } from "@deadheat/measure";
import { hashOf, shortId } from "@deadheat/versions";
import { filled, findBegun, modesFor, type ModesRequest } from "@deadheat/runner";
import { namedApp } from "../plan/apps.ts";
import { preparingOf } from "../plan/preparing.ts";
import { requestsOf, usualRequests } from "../plan/requests.ts";
import { onGround, runsDirectory } from "../measure/ground.ts";
import { interruptible } from "../plan/options.ts";
import { learn, remarksOf, type Learned } from "../learn/learn.ts";
import type { CompareOptions } from "../plan/options.ts";
import { readConfig, type ReadConfig, type ReadTarget } from "../config/read.ts";
import { lookUp, type LookedUp } from "../plan/look-up.ts";
import { type Preparing } from "../plan/preparing.ts";
import { noteServers } from "../ready/served-by.ts";
import { entrantOf, environment } from "../ready/side.ts";
import { prepareSides } from "../ready/sides.ts";
import { widestLoad } from "../learn/pilots.ts";
import { onRuntimeOf } from "../plan/apps.ts";
import { surroundings, parseSpec, type Spec } from "../plan/spec.ts";
import { describeGit, absolute, openRun } from "../folder/run-folder.ts";
import { runTargets } from "./run.ts";
import type { RunTarget } from "./running.ts";

export interface RunOptions extends Omit<
  CompareOptions,
  "base" | "new" | "gate" | "aa" | "appFrom"
> {
  /** The path of the configuration; `deadheat.config.*` in `cwd` unless given. */
  readonly config?: string | undefined;
  /** The measures that are taken, and their options; duets unless given. */
  readonly measures?: ModesRequest | undefined;
  /** Measures everything anew, although the store may hold journals. */
  readonly force?: boolean | undefined;
  /** Continues the interrupted run in `out`, or the latest one, with its own options. */
  readonly resume?: boolean | undefined;
}

/** Accepts any object: this command itself wrote the options of an interrupted run. */
const requestSchema = v.custom<RunOptions>((value) => typeof value === "object" && value !== null);

/**
 * Measures the configuration's targets against the floors of their runtimes, ranks them, and writes result.json, report.md
 * and report.html. Prints nothing.
 * @returns the path and the content of result.json
 * @throws the errors of `compare`
 */
export async function run(asked: RunOptions = {}): ReturnType<typeof runTargets> {
  const { signal: callers, onProgress: note = () => {}, resume = false, out = null } = asked;
  const begun = resume ? findBegun(out && absolute(out), runsDirectory(), requestSchema) : null;
  const options = begun ? continued(asked, begun.request) : asked;
  const cwd = resolve(options.cwd ?? process.cwd());
  const signal = interruptible(callers);
  const config = await readConfig(cwd, options.config ?? null);
  if (config === null || config.targets.length === 0) {
    throw new UsageError(
      "there are no targets to measure: deadheat.config is missing or names none. `deadheat init` writes one",
    );
  }
  const written = requestsOf(options, config, cwd);
  const modes = options.measures
    ? modesFor(options.measures, "quick", { cell: 0, bridge: 0, aa: 0 })
    : duetsOnly;
  const named = options.app ?? config.app;
  const app = named === null ? null : namedApp(named, cwd);
  const preparing = preparingOf({ ...options, cwd: config.folder, signal, note }, config, app);
  const onRuntime = (spec: Spec) => (named && app ? onRuntimeOf(app.runtime, named, spec) : spec);
  const sides = await prepareSides(await lookUpTargets(config, onRuntime, preparing));
  const requests = written ?? usualRequests(sides, cwd, options, config);
  return onGround({ ...options, signal, note }, async (ground) => {
    const allowDifferent = options.allowDifferent ?? config.allowDifferent;
    const { pinning } = ground.machine;
    const pilots = begun === null ? ground.pilots : null;
    const learned = await learn(sides, requests, { ...ground, pinning, allowDifferent, pilots });
    const warnings = [...noteServers(learned, note), ...remarksOf(learned, note)];
    const given = options.rounds ?? null;
    return runTargets(
      {
        targets: learned.map(targetOf),
        requests: requests.map(({ name }, i) => {
          return { name, exchange: learned[0]?.exchanges[i] as Exchange };
        }),
        load: begun?.settings.load ?? widestLoad(ground, sides, requests, "with floor"),
        modes,
        budgetSeconds: options.budgetSeconds ?? (given === null ? config.budgetSeconds : null),
        rounds: given,
        until: options.until ?? null,
        margin: options.margin ?? config.margin ?? RUN_MARGIN,
        seed: options.seed ?? null,
        folder: begun?.folder ?? openRun(out, runsDirectory()),
        begun,
        request: { ...options, cwd, signal: undefined, onProgress: undefined, resume: undefined },
        cache: (options.force ?? begun?.force) ? "force" : "use",
        env: environment([]),
        warnings,
        git: describeGit(config.folder),
      },
      ground,
    );
  });
}

/** Returns the options of a resumed run: those of this command, and for all others those with which the run began. */
function continued(asked: RunOptions, begun: RunOptions): RunOptions {
  const { cwd, measures } = begun;
  return {
    ...filled(asked, begun),
    cwd,
    measures: asked.measures && measures ? filled(asked.measures, measures) : measures,
  };
}

/** Returns what decides the work of an exchange. A body that varies is another one each time. */
function steadyPart({ request, response, traffic }: Exchange) {
  const { status, mediaType, problemOf } = response;
  const own = problemOf === undefined ? response : { status, mediaType };
  return { request, response: own, ...(traffic && { traffic }) };
}

/** Looks up each target on its own runtime or, if it names none, on each of the configuration's runtimes. */
async function lookUpTargets(
  { targets, runtimes }: ReadConfig,
  onRuntime: (spec: Spec) => Spec,
  preparing: Preparing,
): Promise<LookedUp[]> {
  const found: LookedUp[] = [];
  for (const target of targets) {
    const one = await lookUpTarget(target, onRuntime, preparing);
    const { spec } = one;
    if (spec.what.kind === "running") {
      throw new UsageError(
        `${spec.text} runs already, and a run starts its servers itself. Use \`deadheat compare\` for a running server`,
      );
    }
    const on = spec.runtime === null && runtimes.length > 0 ? runtimes : [spec.runtime];
    found.push(...on.map((runtime) => ({ ...one, spec: { ...spec, runtime } })));
  }
  return found;
}

async function lookUpTarget(
  target: ReadTarget,
  onRuntime: (spec: Spec) => Spec,
  preparing: Preparing,
): Promise<LookedUp> {
  if (target.kind === "server") {
    const spec = await parseSpec(target.spec, surroundings(preparing.cwd));
    return lookUp(onRuntime(spec), preparing);
  }
  const { label, command, port, runtime, cwd } = target;
  return {
    spec: {
      text: label,
      label,
      what: { kind: "command", program: { kind: "command", command, portVariable: port }, cwd },
      runtime: runtime && { name: runtime, version: null },
    },
    preparing: { ...preparing, setup: target.setup ?? preparing.setup },
    revision: null,
  };
}

/** Returns a server that is ready as a target of a run. */
export function targetOf({ side, loaded, exchanges }: Learned): RunTarget {
  const { name, runtime, version, revision, found, program } = side;
  const parts = [program, side.env, loaded?.packages ?? null, exchanges.map(steadyPart)];
  return {
    name,
    // Two versions of a runtime may run one framework, and each has a journal of its own.
    framework: name.endsWith(`/${runtime}`) ? name.slice(0, name.lastIndexOf("/")) : name,
    runtime,
    version: version ?? (revision && shortId(revision)) ?? "",
    runtimeVersion: found.version,
    program: found.path,
    content: hashOf(parts),
    known: loaded !== null,
    entrant: (asked) =>
      entrantOf(side, exchanges.find(({ request }) => request === asked.request) ?? asked),
  };
}
