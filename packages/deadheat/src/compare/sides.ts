import { join } from "node:path";
import type { Load, Warning } from "@deadheat/journal";
import {
  settingsWarnings,
  stoppingFor,
  type Comparison,
  type StoppingOptions,
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
import type { ReadRequest } from "../config/read.ts";
import { entrantOf, type Side } from "../entrants/side.ts";
import { sameCode } from "../provenance/same-code.ts";
import type { OpenRun } from "../folder/run-folder.ts";
import { compareEntrants } from "./entrants.ts";
import { headerOf, settingsOf } from "./header.ts";
import { learn } from "./learn.ts";

/** How two sides are measured. */
export interface Measuring {
  readonly rule: StoppingOptions;
  /** How many comparisons are judged together. */
  readonly family: number;
  readonly margin: number;
  readonly seed: number;
  readonly load: Load;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: Oha;
  readonly folder: OpenRun;
  /** Of this pair's journals, where a command has several. */
  readonly journal: string;
  readonly allowDifferent: boolean;
  readonly aa: boolean;
  readonly hold: Hold;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/**
 * Two sides, new over base: each started once to see what it answers and what it loads, then duets for each request.
 * @returns in the order of what is asked
 * @throws UsageError, ComparisonFailed, EnvironmentError, Interrupted
 */
export async function compareSides(
  sides: Pair<Side>,
  asked: readonly ReadRequest[],
  measuring: Measuring,
): Promise<Comparison[]> {
  const { machine, load, oha, signal, note } = measuring;
  const [reference, target] = await learn([sides.reference, sides.target], asked, {
    ...measuring,
    pinning: machine.pinning,
  });
  const same = measuring.aa ? null : sameCode({ target, reference });
  if (same !== null) throw new EnvironmentError(same);
  const comparisons: Comparison[] = [];
  for (const [i, one] of asked.entries()) {
    const scenario = one.name;
    const settings = settingsOf(sides, { load, machine, oha, scenario });
    const each = blockSeconds(load, [sides.reference.runtime, sides.target.runtime]);
    const exchanges = {
      target: target.exchanges[i] as Exchange,
      reference: reference.exchanges[i] as Exchange,
    };
    const { judgement, warnings, journal } = await compareEntrants(
      {
        entrants: {
          target: entrantOf(sides.target, exchanges.target),
          reference: entrantOf(sides.reference, exchanges.reference),
        },
        scenario,
        exchange: exchanges.reference,
        rule: stoppingFor({ ...measuring.rule, gate: one.gateShare ?? measuring.rule.gate }, each),
        margin: measuring.margin,
        seed: measuring.seed,
        journal: join(measuring.folder.out, "journal", journalName(measuring.journal, i)),
        header: headerOf(
          { ...measuring.folder, seed: measuring.seed },
          { target, reference },
          settings,
        ),
      },
      { oha, pinning: machine.pinning, load, signal },
      note,
    );
    comparisons.push({
      a: sides.reference.name,
      b: sides.target.name,
      versions: { a: versionsOf(sides.reference), b: versionsOf(sides.target) },
      scenario,
      ...judgement,
      warnings: [
        ...concurrencyWarnings(measuring.hold),
        ...limitWarnings(),
        ...settingsWarnings(settings, true),
        ...sidesWarnings(sides, exchanges),
        ...warnings,
      ],
      journal,
    });
  }
  return comparisons;
}

/** Of one that runs already nobody knows. */
function versionsOf({ version, found, runtime, program }: Side): Comparison["versions"]["a"] {
  if (program.kind === "running") return { framework: null, runtimeName: null, runtime: null };
  return { framework: version, runtimeName: runtime, runtime: found.version };
}

function journalName(pair: string, i: number): string {
  return i === 0 ? `${pair}.jsonl` : `${pair}-${i + 1}.jsonl`;
}

/** What the reader has to know of two servers, beside their figures. */
function sidesWarnings(sides: Pair<Side>, { target, reference }: Pair<Exchange>): Warning[] {
  const differ =
    target.response.body !== reference.response.body ||
    target.response.status !== reference.response.status;
  const running = [sides.reference, sides.target].filter(
    ({ program }) => program.kind === "running",
  );
  const unseen = running.filter(
    ({ program }) => program.kind === "running" && program.pid === null,
  );
  return [
    ...(differ
      ? [
          {
            code: "different-answers",
            message: "the two answer differently: the ratio is of unlike work",
          },
        ]
      : []),
    ...running.map(({ name }) => ({
      code: "running-already",
      message: `${name} ran already: it is not started afresh for each block, nor pinned, and the interval does not know how much two processes of it differ`,
    })),
    ...unseen.map(({ name }) => ({
      code: "requests-per-second-only",
      message: `requests per second only: the process of ${name} cannot be read, so that its CPU time is not known`,
    })),
  ];
}
