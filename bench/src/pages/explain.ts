import { join } from "node:path";
import { UsageError } from "@deadheat/journal";
import { concurrencyWarnings, drawSeed, limitWarnings } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import {
  explainEntrants,
  explainedIn,
  fittedLoad,
  onTestbed,
  openRun,
  requireUnused,
  USUAL_BUDGET_SECONDS,
  writeExplained,
  writing,
} from "deadheat/parts";
import { runsDirectory } from "../targets/project.ts";
import { inspectRuntimes } from "../targets/tools.ts";
import { exchangeOf, pagePaths, pagesDirectory, type PageScenario } from "./contract.ts";
import { installPages } from "./install.ts";
import type { PageTarget } from "./manifest.ts";
import { discoverPages, pageEntrant, versionOf } from "./targets.ts";

interface PageExplainOptions {
  readonly scenario: PageScenario;
  readonly budgetSeconds?: number | undefined;
  readonly seed?: number | undefined;
  readonly out?: string | undefined;
  readonly allowConcurrent?: boolean | undefined;
}

/** Returns the server of pages with this name; undefined if there is none. */
export function pageTarget(name: string): PageTarget | undefined {
  return discoverPages().find((target) => target.name === name);
}

/**
 * Explains what a server of pages adds to another one, such as a framework to its renderer. Installs and builds both first.
 * @throws UsageError, EnvironmentError, ComparisonFailed, Interrupted
 */
export async function explainPages(
  pair: { readonly base: PageTarget; readonly new: PageTarget },
  { scenario, budgetSeconds, seed, out, allowConcurrent }: PageExplainOptions,
  io: Io,
) {
  requireUnused(out);
  const { base, new: next } = pair;
  if (base.name === next.name)
    throw new UsageError(`${next.name} has no renderer. Name a base too`);
  for (const { name, unsupported } of [base, next]) {
    if (unsupported !== null) throw new UsageError(`${name} is unsupported: ${unsupported}`);
  }
  for (const target of [base, next]) await installPages(target, io);
  const tools = await inspectRuntimes([base, next]);
  const exchange = exchangeOf(pagePaths[scenario]);
  const server = (target: PageTarget) => {
    const { name, runtime, directory, manifest } = target;
    const [file = ""] = manifest.start;
    return {
      entrant: pageEntrant(target, exchange),
      about: { name, runtime, version: versionOf(target, tools[runtime]!.version) },
      located: {
        runtime,
        root: pagesDirectory,
        program: { kind: "file" as const, file: join(directory, file) },
        app: null,
        package: manifest.package,
      },
    };
  };
  const { signal, note } = io;
  return onTestbed({ allowConcurrent, signal, note }, async (testbed) => {
    const { oha, machine, hold } = testbed;
    const servers = { base: server(base), new: server(next) };
    for (const { entrant } of [servers.base, servers.new]) {
      await testbed.pilots?.run(entrant, [{ name: scenario, exchange }]);
    }
    const load = fittedLoad(testbed, pair, [{ name: scenario }], null);
    const explained = await explainEntrants(
      {
        servers,
        scenario,
        exchange,
        budgetSeconds: budgetSeconds ?? USUAL_BUDGET_SECONDS,
        seed: seed ?? drawSeed(),
        warnings: [...concurrencyWarnings(hold), ...limitWarnings()],
      },
      { oha, pinning: machine.pinning, signal, load },
      note,
    );
    const folder = openRun(out ?? null, runsDirectory);
    const { document, files } = explainedIn(explained, folder.out);
    const found = { document, page: files.html };
    return writing(found, folder.out, () => writeExplained(explained, folder.out), false);
  });
}
