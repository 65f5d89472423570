import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Load, Warning } from "@deadheat/journal";
import {
  judgeTogether,
  settingsWarnings,
  stoppingFor,
  type Comparison,
  type Stopping,
  type StoppingOptions,
  type Versions,
} from "@deadheat/judge";
import {
  blockSeconds,
  EnvironmentError,
  concurrencyWarnings,
  limitWarnings,
  type describeMachine,
  type Exchange,
  type Hold,
  type Pair,
} from "@deadheat/measure";
import type { Oha } from "@deadheat/oha";
import type { ReadRequest } from "../config/checked.ts";
import { entrantOf, type Side } from "../entrants/side.ts";
import { servedByOf, servedNotes, servedWarnings } from "../entrants/served-by.ts";
import { differingVersions } from "../provenance/differences.ts";
import { sameCode } from "../provenance/same-code.ts";
import { tested } from "../provenance/tested.ts";
import { discardEmpty, type OpenRun } from "../folder/run-folder.ts";
import { compareEntrants, type EntrantsCompared } from "./entrants.ts";
import { headerOf, revisionOf, settingsOf } from "./header.ts";
import { learn, type Learned } from "./learn.ts";

/** The options and the ground of a comparison of two sides. */
interface Measuring {
  readonly rule: StoppingOptions;
  /** The number of comparisons that are judged together. */
  readonly family: number;
  readonly margin: number;
  readonly seed: number;
  readonly load: Load;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: Oha;
  readonly folder: OpenRun;
  /** The name of this pair's journals, without the extension. */
  readonly journal: string;
  readonly allowDifferent: boolean;
  readonly aa: boolean;
  /** The sentences about the two sides that a reader must know first. */
  readonly notes: readonly string[];
  readonly hold: Hold;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/**
 * Compares two sides. Starts each once to learn its answers and the files that it loads, then measures duets for each
 * request.
 * @returns the comparisons, in request order
 * @throws UsageError, ComparisonFailed, EnvironmentError, Interrupted
 */
export async function compareSides(
  sides: Pair<Side>,
  asked: readonly ReadRequest[],
  measuring: Measuring,
): Promise<Comparison[]> {
  const { machine, load, oha, signal, note } = measuring;
  const { pair, notes } = await learnBoth(sides, asked, measuring);
  const { base, new: next } = pair;
  keepLockfiles(sides, measuring);
  const serving = servedWarnings([base, next]);
  for (const line of servedNotes([base, next])) note(line);
  for (const { message } of serving) note(message);
  const each = blockSeconds(load, [sides.base.runtime, sides.new.runtime]);
  const found: EntrantsCompared[] = [];
  const about: Pick<Comparison, "scenario" | "warnings">[] = [];
  for (const [i, { name: scenario, gateShare }] of asked.entries()) {
    const settings = settingsOf(sides, { load, machine, oha, scenario });
    const exchanges = {
      new: next.exchanges[i] as Exchange,
      base: base.exchanges[i] as Exchange,
    };
    about.push({
      scenario,
      warnings: [
        ...notes.map((message) => ({ code: "app", message })),
        ...concurrencyWarnings(measuring.hold),
        ...limitWarnings(),
        ...settingsWarnings(settings, true),
        ...sidesWarnings(sides, exchanges),
        ...serving,
      ],
    });
    found.push(
      await compareEntrants(
        {
          entrants: {
            new: entrantOf(sides.new, exchanges.new),
            base: entrantOf(sides.base, exchanges.base),
          },
          scenario,
          exchange: exchanges.base,
          rule: ruleOf(measuring, gateShare, each),
          together: measuring.family,
          margin: measuring.margin,
          seed: measuring.seed,
          journal: join(measuring.folder.out, "journal", journalName(measuring.journal, i)),
          header: headerOf(
            { ...measuring.folder, seed: measuring.seed },
            { new: next, base },
            settings,
          ),
        },
        { oha, pinning: machine.pinning, load, signal },
        note,
      ),
    );
  }
  return judgeTogether(found).map((judgement, i) => ({
    base: sides.base.name,
    new: sides.new.name,
    versions: { base: versionsOf(base), new: versionsOf(next) },
    packages: differingVersions({ base, new: next }),
    scenario: about[i]?.scenario ?? "",
    ...judgement,
    warnings: [...(about[i]?.warnings ?? []), ...(found[i]?.warnings ?? [])],
    journal: found[i]?.journal ?? "",
  }));
}

/**
 * Starts both sides once, to learn their answers and the code that they load. If they are refused, the folder is removed.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function learnBoth(
  sides: Pair<Side>,
  asked: readonly ReadRequest[],
  measuring: Pick<
    Measuring,
    "aa" | "allowDifferent" | "folder" | "machine" | "note" | "notes" | "signal"
  >,
): Promise<{ pair: Pair<Learned>; notes: readonly string[] }> {
  const { aa, folder, machine } = measuring;
  try {
    const learning = { ...measuring, pinning: machine.pinning };
    const [base, next] = await learn([sides.base, sides.new], asked, learning);
    const pair = { base, new: next };
    const { problem, note } = await tested(pair);
    const refused = aa ? null : (sameCode(pair) ?? problem);
    if (refused !== null) throw new EnvironmentError(refused);
    return { pair, notes: [...measuring.notes, ...(note === null ? [] : [note])] };
  } catch (error) {
    discardEmpty(folder);
    throw error;
  }
}

/** Returns the stopping rule. An explicit budget is shared by all comparisons. The default budget applies to each. */
function ruleOf({ rule, family }: Measuring, gateShare: number | null, each: number): Stopping {
  const gate = rule.gate === null ? null : (gateShare ?? rule.gate);
  const given = rule.budgetSeconds !== null;
  const whole = stoppingFor({ ...rule, gate, family }, given ? each * family : each);
  return given && "budgetSeconds" in whole
    ? { ...whole, budgetSeconds: whole.budgetSeconds / family }
    : whole;
}

/** Copies the lockfile of each side, so that anybody can repeat the install. */
function keepLockfiles(sides: Pair<Side>, { folder, journal }: Measuring): void {
  for (const [name, { lockfile }] of [
    ["base", sides.base],
    ["new", sides.new],
  ] as const) {
    if (lockfile === null) continue;
    mkdirSync(join(folder.out, "lockfiles"), { recursive: true });
    copyFileSync(lockfile, join(folder.out, "lockfiles", `${journal}-${name}-package-lock.json`));
  }
}

/** Returns the versions of a side. The versions of a running server are unknown. */
function versionsOf({ side, served }: Learned): Versions {
  const { version: framework, found, runtime, program } = side;
  const servedBy = servedByOf(served);
  if (program.kind === "running") {
    return { framework: null, runtimeName: null, runtime: null, servedBy };
  }
  const revision = revisionOf(side);
  return { framework, runtimeName: runtime, runtime: found.version, revision, servedBy };
}

function journalName(pair: string, i: number): string {
  return i === 0 ? `${pair}.jsonl` : `${pair}-${i + 1}.jsonl`;
}

/** Returns warnings about the two servers that their figures do not show. */
function sidesWarnings(sides: Pair<Side>, { new: next, base }: Pair<Exchange>): Warning[] {
  const differ =
    next.response.body !== base.response.body || next.response.status !== base.response.status;
  const running = [sides.base, sides.new].filter(({ program }) => program.kind === "running");
  const unseen = running.filter(
    ({ program }) => program.kind === "running" && program.pid === null,
  );
  return [
    ...(differ
      ? [
          {
            code: "different-answers",
            message: "the two servers answer differently: the ratio compares unlike work",
          },
        ]
      : []),
    ...running.map(({ name }) => ({
      code: "running-already",
      message: `${name} ran already: deadheat neither starts it afresh for each block nor pins it, and the interval does not include how much two of its processes differ`,
    })),
    ...unseen.map(({ name }) => ({
      code: "requests-per-second-only",
      message: `requests per second only: the process of ${name} cannot be read, so its CPU time is unknown`,
    })),
  ];
}
