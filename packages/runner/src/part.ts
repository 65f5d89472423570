import type { JournalRecord } from "@deadheat/journal";
import { lanesOf, planCost, planRound } from "@deadheat/measure";
import { furtherIn } from "./cell/arrange.ts";
import { scenarioOf, type Step } from "./cell/measure.ts";
import { cellsOf, type DueStep } from "./matrix.ts";
import { cellName } from "./measured.ts";
import { openNotebook } from "./notebook.ts";
import type { RunContext, RunPlan } from "./plan.ts";
import type { RunEvent } from "./progress.ts";
import { soloSteps } from "./schedule/due.ts";
import { session } from "./session.ts";

/** A part of one cell of a plan: some rounds of its pair, its pair at fixed rates, or everything of its server alone. */
export interface Part {
  readonly target: string;
  readonly scenario: string;
  readonly kind: "duets" | "costs" | "alone";
  /** The numbers of the rounds; empty for `alone`. */
  readonly rounds: readonly number[];
  readonly stage: 1 | 2;
}

/**
 * Measures parts of a plan, in their order, into the journals of the run's folder. The responses of a target are checked
 * before its first round.
 * @param isOver returns true if no further round may begin
 * @returns the targets that have a journal
 * @throws Interrupted, EnvironmentError
 */
export async function measureParts(
  plan: RunPlan,
  context: RunContext,
  parts: readonly Part[],
  tell: (event: RunEvent) => void,
  isOver: () => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const names = new Set(parts.map(({ target }) => target));
  const own = plan.participants.filter(({ name }) => names.has(name));
  const book = await openNotebook({ ...plan, participants: own }, context);
  try {
    const queue = parts.flatMap((part) => dueIn(plan, part));
    const began = new Set<string>();
    const lanes = lanesOf(context.pinning).length;
    await session(
      cellsOf({ plan, own, book, context, tell }),
      { goesOn: true, next: () => (isOver() ? [] : queue.splice(0, lanes)) },
      {
        append: ({ participant }, record) => {
          began.add(participant.name);
          return book.append(participant, record);
        },
      },
      { ...context, onRecord: (_, record: JournalRecord) => tell({ kind: "record", record }) },
    );
    return began;
  } finally {
    book.close();
  }
}

/** Returns the steps of a part; none if the plan has no such cell. */
function dueIn(plan: RunPlan, part: Part): DueStep[] {
  const participant = plan.participants.find(({ name }) => name === part.target);
  const steps = participant ? stepsOf(plan, part) : [];
  if (!participant || steps.length === 0) return [];
  const check = { pair: part.target, alone: true, participant, step: null };
  const due = steps.map((step) => {
    const pair = cellName({ target: part.target, scenario: scenarioOf(step) });
    return { pair, alone: step.kind !== "round", participant, step };
  });
  return [check, ...due];
}

function stepsOf({ arranged, seed, settings }: RunPlan, part: Part): Step[] {
  const { target, scenario, kind, rounds, stage } = part;
  if (kind === "alone") {
    const modes = { sweep: settings.sweep ?? null, latency: settings.latency ?? null };
    const all = soloSteps(arranged, modes, target, seed, []);
    return all.filter((step) => scenarioOf(step) === scenario);
  }
  const pair = arranged[kind].find((one) => one.new === target && one.scenario === scenario);
  if (!pair) return [];
  if (kind === "duets") {
    const further = furtherIn(settings);
    return rounds.map((n) => ({ kind: "round", round: planRound(pair, n, stage, seed), further }));
  }
  const { cost } = settings;
  if (!cost) return [];
  return rounds.map((n) => {
    return { kind: "cost", planned: planCost(pair, n, cost, seed), settings: cost };
  });
}
