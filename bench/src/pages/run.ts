import { dirname } from "node:path";
import { UsageError, EnvironmentError } from "@deadheat/journal";
import { RUN_MARGIN, type InstallSize, type MissingCell } from "@deadheat/judge";
import type { Io } from "deadheat/cli";
import {
  describeGit,
  fittedLoad,
  installSize,
  onTestbed,
  openRun,
  requireUnused,
  runTargets,
  writeReports,
  writing,
  type Testbed,
  type Ran,
  type RunTarget,
} from "deadheat/parts";
import { root, runsDirectory } from "../targets/project.ts";
import { inspectRuntimes } from "../targets/tools.ts";
import { boardSections } from "./board.ts";
import { checkPages, type FloorPages } from "./check.ts";
import { exchangeOf, pagePaths, pageScenarios, type PageScenario } from "./contract.ts";
import { contentOf, installPages } from "./install.ts";
import type { PageTarget } from "./manifest.ts";
import { pageModes, pageProfiles } from "./profiles.ts";
import { discoverPages, PAGE_FLOOR, pageEntrant, selectPages, versionOf } from "./targets.ts";

interface PageRunOptions {
  readonly profile: keyof typeof pageProfiles;
  readonly targets?: readonly string[] | undefined;
  readonly scenarios?: readonly string[] | undefined;
  readonly measure?: readonly string[] | undefined;
  readonly budgetSeconds?: number | undefined;
  readonly rounds?: number | undefined;
  readonly warmupRequests?: number | undefined;
  readonly windowSeconds?: number | undefined;
  readonly seed?: number | undefined;
  readonly out?: string | undefined;
  readonly allowConcurrent?: boolean | undefined;
}

/**
 * Measures what pages cost: each framework against its renderer, each renderer against the floor, the floor against itself.
 * Installs and builds what is needed first.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function runPages(options: PageRunOptions, io: Io): Promise<Ran> {
  requireUnused(options.out);
  const profile = pageProfiles[options.profile];
  const chosen = selectPages(discoverPages(), options.targets ?? profile.targets);
  const scenarios = scenariosIn(options.scenarios ?? profile.scenarios);
  const modes = pageModes(options.measure ?? profile.measure);
  const tools = await inspectRuntimes(chosen);
  const possible = chosen.filter(({ unsupported }) => unsupported === null);
  const installed = new Map<string, InstallSize>();
  for (const target of possible) {
    if (installed.has(target.framework)) continue;
    const buildSeconds = await installPages(target, io);
    const size = installSize(target.directory);
    installed.set(target.framework, { ...size, ...(buildSeconds !== null && { buildSeconds }) });
  }
  const requests = scenarios.map((name) => ({ name, exchange: exchangeOf(pagePaths[name]) }));
  const { warmupRequests, windowSeconds, allowConcurrent } = options;
  const { signal, note } = io;
  const wished = { allowConcurrent, signal, note, warmupRequests, windowSeconds };
  return onTestbed(wished, async (testbed) => {
    const { able, missing } = await piloted(possible, requests, testbed);
    const unable = chosen
      .filter(({ unsupported }) => unsupported !== null)
      .flatMap((target) =>
        missingCells(target, scenarios, "unsupported", target.unsupported ?? ""),
      );
    const floorPages: FloorPages = new Map();
    const conditions = { pinning: testbed.machine.pinning, signal };
    const targets = able.map((target): RunTarget => {
      const { name, framework, runtime, reference } = target;
      const { path, version } = tools[runtime]!;
      const base = able.find((one) => one.name === reference) ?? target;
      const floor = chosen.find((one) => one.name === `${PAGE_FLOOR}/${runtime}`) as PageTarget;
      return {
        name,
        framework,
        runtime,
        version: versionOf(target, version),
        runtimeVersion: version,
        program: path,
        reference,
        content: contentOf(target),
        // A build may differ from the one before in more than its sources.
        known: false,
        load: fittedLoad(testbed, { base, new: target }, requests, null),
        check: () => checkPages(target, floor, conditions, floorPages),
        entrant: (exchange) => pageEntrant(target, exchange),
      };
    });
    const ran = await runTargets(
      {
        targets,
        requests,
        load: testbed.load,
        modes,
        budgetSeconds:
          options.rounds === undefined ? (options.budgetSeconds ?? profile.withinSeconds) : null,
        rounds: options.rounds ?? null,
        until: null,
        margin: RUN_MARGIN,
        seed: options.seed ?? null,
        folder: openRun(options.out ?? null, runsDirectory),
        begun: null,
        request: options,
        cache: "force",
        env: {},
        profile: options.profile,
        installed,
        missing: [...missing, ...unable],
        git: describeGit(root),
      },
      testbed,
    );
    const { path, result } = ran;
    const out = dirname(path);
    return writing(ran, out, () => writeReports(out, result, boardSections(result)));
  });
}

type Requests = readonly {
  readonly name: string;
  readonly exchange: ReturnType<typeof exchangeOf>;
}[];

/** Loads each server alone to find its warm-up. One that fails, or whose reference failed, becomes failed cells. */
async function piloted(targets: readonly PageTarget[], requests: Requests, { pilots }: Testbed) {
  const able: PageTarget[] = [];
  const missing: MissingCell[] = [];
  const names = requests.map(({ name }) => name);
  for (const target of targets) {
    try {
      const base = [...able, target].some(({ name }) => name === target.reference);
      if (!base) throw new EnvironmentError(`its reference ${target.reference} failed`);
      for (const { name, exchange } of requests) {
        await pilots?.run(pageEntrant(target, exchange), [{ name, exchange }]);
      }
      able.push(target);
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      missing.push(...missingCells(target, names, "failed", error.message));
    }
  }
  return { able, missing };
}

function missingCells(
  { name: target, framework, runtime, reference: against }: PageTarget,
  scenarios: readonly string[],
  status: MissingCell["status"],
  reason: string,
): MissingCell[] {
  return scenarios.map((scenario) => {
    return { target, framework, runtime, version: "", against, scenario, status, reason };
  });
}

function scenariosIn(words: readonly string[]): PageScenario[] {
  return words.map((word) => {
    const found = pageScenarios.find((name) => name === word);
    if (found) return found;
    throw new UsageError(
      `There is no page ${JSON.stringify(word)}. Pages: ${pageScenarios.join(", ")}.`,
    );
  });
}
