import type { Trial } from "../provenance/trial.ts";
import { duetsOnly } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";
import { hashOf, shortId } from "@deadheat/versions";
import { runsDirectory, type Testbed } from "../measure/testbed.ts";
import { remarksOf } from "../learn/learn.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import type { ReadConfig } from "../config/read.ts";
import { noteServers } from "../ready/served-by.ts";
import { entrantOf, environment, requireUnchanged } from "../ready/installed.ts";
import { describeGit, openRun } from "../folder/run-folder.ts";
import type { RunOptions } from "./options.ts";
import { runTargets, type Ran } from "./run.ts";
import { steadyPart, type Running, type RunTarget } from "./running.ts";

type Own = Pick<Running, "load" | "margin" | "begun" | "cache"> & Partial<Running>;

/** Measures servers that were started once, with the options that `run` and `history` share. @throws as `runTargets` */
export function runLearned(
  learned: readonly Trial[],
  requests: readonly ReadRequest[],
  options: Omit<RunOptions, "config"> & { readonly cwd: string },
  config: ReadConfig | null,
  own: Own,
  testbed: Testbed,
): Promise<Ran> {
  const { rounds = null, until = null, seed = null, out = null, cwd } = options;
  const { note } = testbed;
  const usualBudget = rounds === null ? (config?.budgetSeconds ?? null) : null;
  const folder = own.begun?.folder ?? openRun(out, runsDirectory());
  const running: Running = {
    targets: learned.map(targetOf),
    requests: requests.map(({ name, ignore }, i) => {
      const exchange = learned[0]?.exchanges[i] as Exchange;
      return { name, exchange, ignored: ignore.map(({ text }) => text) };
    }),
    modes: duetsOnly,
    budgetSeconds: options.budgetSeconds ?? usualBudget,
    rounds,
    until,
    seed,
    folder,
    verify: () =>
      requireUnchanged(
        learned.map(({ side }) => side),
        folder.out,
      ),
    request: { ...options, signal: undefined, onProgress: undefined, resume: undefined },
    env: environment({}),
    warnings: [...noteServers(learned, note), ...remarksOf(learned, note)],
    git: describeGit(config?.folder ?? cwd),
    ...own,
  };
  return runTargets(running, testbed);
}

export function targetOf({ side, loaded, exchanges }: Trial): RunTarget {
  const { name, runtime, version, revision, found, program } = side;
  const parts = [
    program,
    Object.keys(side.env),
    loaded?.packages ?? null,
    exchanges.map(steadyPart),
  ];
  return {
    name,
    // Two versions of a runtime may run one framework, and each has its own journal.
    framework: name.endsWith(`/${runtime}`) ? name.slice(0, name.lastIndexOf("/")) : name,
    runtime,
    version: version ?? (revision && shortId(revision)) ?? "",
    runtimeVersion: found.version,
    program: found.path,
    content: hashOf(parts),
    // No hash holds the data of a service, so the journal may be of other data.
    known: loaded !== null && side.data === undefined,
    entrant: (asked) =>
      entrantOf(side, exchanges.find(({ request }) => request === asked.request) ?? asked),
  };
}
