import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import * as v from "valibot";
import {
  isWhole,
  journalPath,
  readJournal,
  recordSchema,
  targetOf,
  type OfCell,
  type RoundRecord,
  Interrupted,
} from "@deadheat/journal";
import { type Pinning } from "@deadheat/measure";
import {
  cellName,
  run,
  type RunContext,
  type JournalStore,
  type RunPlan,
  type RunEvent,
} from "../src/index.ts";
import { shareOf } from "../src/schedule/order.ts";
import { roundRecord } from "../../journal/test/records.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";

// The promises of the runner to both kinds of plans: the order of visits, and what is measured. The rounds are fake: they
// take no time, and their ratios are made up.

/** The changes that a test makes to the steps of a run. */
interface Fake {
  /** Runs before each round. Throws, or returns why the round is void. */
  readonly before?: (round: { target: string; scenario: string; n: number }) => string | null;
  readonly ratio?: (n: number) => number;
  /** The seconds that each round takes, by a clock that nothing else moves. */
  readonly seconds?: number;
  readonly store?: Partial<JournalStore>;
  readonly instance?: string;
  readonly pinning?: Pinning;
}

/** The store of a run that has no cache. */
const none: JournalStore = {
  find: () => Promise.resolve(new Map()),
  hashOf: () => null,
  keep: () => Promise.resolve(),
};

function groundIn(out: string, fake: Fake): RunContext {
  mkdirSync(out, { recursive: true });
  const { seconds } = fake;
  let clock = 0;
  return {
    ...(seconds !== undefined && { now: () => 1000 * clock }),
    folder: { id: "run-1", out, startedAt: "2026-11-24T10:00:00.000Z" },
    oha: { path: "", version: "" },
    pinning: fake.pinning ?? { mode: "none", server: [], generators: [], reason: "a test" },
    instance: fake.instance ?? "1111111111111111",
    store: { ...none, ...fake.store },
    signal: new AbortController().signal,
    measure: async function* (step, _, { alongside = 0 }) {
      assert.ok(step.kind === "round");
      const { duet, n, stage } = step.round;
      const { role, new: next, base, scenario } = duet;
      const why = fake.before?.({ target: next, scenario, n }) ?? null;
      const startedAt = new Date(1_800_000_000_000 + ++ticks).toISOString();
      const ratio = fake.ratio?.(n) ?? 0.8;
      const timed = seconds !== undefined && { seconds: { total: seconds, load: seconds } };
      const beside = alongside > 0 ? { alongside } : {};
      const changes = { role, scenario, stage, startedAt, ...timed, ...beside };
      clock += seconds ?? 0;
      const round = roundRecord(next, base, n, ratio, changes);
      yield why === null ? round : { ...round, void: why, sides: null, machine: null };
    },
  };
}
let ticks = 0;

/** Returns the measured rounds, in the order in which they were measured. */
async function roundsIn(plan: RunPlan, out: string): Promise<RoundRecord[]> {
  const all: RoundRecord[] = [];
  for (const path of plan.participants.map((participant) => journalPath(out, participant))) {
    // An interrupted attempt may have begun only some journals.
    if (!existsSync(path)) continue;
    const { records, bad } = await readJournal(path);
    assert.deepEqual(bad, []);
    for (const record of records) v.parse(recordSchema, record);
    all.push(...records.filter((record) => record.type === "round"));
  }
  return all.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

const nameOf = (round: OfCell & { n: number }) => `${cellName(round)} ${round.n}`;

/** Runs a plan that is interrupted after so many rounds. */
async function interrupt(plan: RunPlan, out: string, rounds: number): Promise<void> {
  let left = rounds;
  const before = () => {
    if (left-- === 0) throw new Interrupted();
    return null;
  };
  await assert.rejects(
    run(plan, groundIn(out, { before }), () => {}),
    Interrupted,
  );
}

/** Runs the suite against one kind of plan. @param planIn returns a plan of at least three targets without further rounds */
export function contract(
  door: string,
  planIn: (t: TestContext, seed: number) => Promise<RunPlan>,
): void {
  const resume = (plan: RunPlan, out: string, fake: Fake = {}) =>
    run(plan, groundIn(out, fake), () => {});
  const measured = async (t: TestContext, fake: Fake = {}, seed = 7, changes = {}) => {
    const plan = { ...(await planIn(t, seed)), ...changes };
    const out = join(temporaryFolder(t), "run");
    const events: RunEvent[] = [];
    const outcome = await run(plan, groundIn(out, fake), (event) => events.push(event));
    return { plan, out, outcome, events, rounds: await roundsIn(plan, out) };
  };
  const planned = ({ arranged }: RunPlan) =>
    arranged.duets.flatMap(({ new: next, scenario, rounds }) =>
      Array.from({ length: rounds }, (_, i) => nameOf({ target: next, scenario, n: i + 1 })),
    );

  test(`${door}: every planned round is measured once, and every journal is whole`, async (t) => {
    const { plan, out, outcome, events, rounds } = await measured(t);
    assert.deepEqual(rounds.map(nameOf).toSorted(), planned(plan).toSorted());
    assert.equal(outcome.earlier.size, 0);
    assert.equal(outcome.journals.length, plan.participants.length);
    for (const participant of plan.participants) {
      const path = journalPath(out, participant);
      const { records } = await readJournal(path);
      assert.equal(records[0]?.type, "run");
      assert.equal(records.at(-1)?.type, "end");
      assert.ok(isWhole(records));
      const own = outcome.journals.find(({ run: header }) => header.target === participant.name);
      assert.deepEqual(
        own?.rounds,
        records.filter((record) => record.type === "round"),
      );
    }
    const told = events.flatMap((one) => (one.kind === "record" ? [one.record] : []));
    assert.equal(told.filter(({ type }) => type === "round").length, rounds.length);
  });

  test(`${door}: no target is measured twice in a row, and the order is drawn from the seed`, async (t) => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const { rounds } = await measured(t, {}, seed);
      const visits = rounds.filter(
        (round, i) =>
          round.new !== rounds[i - 1]?.new || round.scenario === rounds[i - 1]?.scenario,
      );
      for (const [i, { new: next }] of visits.entries()) {
        assert.notEqual(next, visits[i - 1]?.new, `seed ${seed}, visit ${i}`);
      }
      orders.add(rounds.map(nameOf).join());
    }
    assert.ok(orders.size > 15, `${orders.size} orders of 20 seeds`);
    const again = await measured(t, {}, 3);
    assert.ok(orders.has(again.rounds.map(nameOf).join()));
  });

  test(`${door}: a run that is cut off anywhere can be resumed, and nothing is lost or measured twice`, async (t) => {
    const whole = await measured(t);
    const all = planned(whole.plan).length;
    for (const cut of [1, 2, Math.floor(all / 2), all - 1]) {
      const plan = await planIn(t, 7);
      const out = join(temporaryFolder(t), "run");
      await interrupt(plan, out, cut);
      const kept = await roundsIn(plan, out);
      assert.equal(kept.length, cut);
      const outcome = await resume(plan, out);
      const rounds = await roundsIn(plan, out);
      assert.deepEqual(rounds.map(nameOf).toSorted(), whole.rounds.map(nameOf).toSorted());
      assert.deepEqual(rounds.slice(0, cut), kept);
      assert.equal(outcome.earlier.size, cut);
      await resume(plan, out, { before: () => assert.fail("it is finished") });
    }
  });

  test(`${door}: an instance that completes the journal of another one writes a header of its own`, async (t) => {
    const plan = await planIn(t, 7);
    const out = join(temporaryFolder(t), "run");
    await interrupt(plan, out, 4);
    const other = "2222222222222222";
    const { journals } = await resume(plan, out, { instance: other });
    const rounds = journals.flatMap(({ run: header, rounds: own }) =>
      own.map(() => header.instance),
    );
    assert.equal(rounds.filter((instance) => instance !== other).length, 4);
  });

  test(`${door}: a void round ends its cell, the other cells go on, and --resume tries the round again`, async (t) => {
    const plan = await planIn(t, 7);
    const broken = plan.arranged.duets.find(({ role }) => role === "cell");
    assert.ok(broken);
    const is = (round: OfCell) =>
      targetOf(round) === broken.new && round.scenario === broken.scenario;
    const out = join(temporaryFolder(t), "run");
    const kept: string[] = [];
    const store = {
      keep: (finished: readonly { participant: { name: string } }[]) => {
        kept.push(...finished.map(({ participant }) => participant.name));
        return Promise.resolve();
      },
    };
    const before: Fake["before"] = (round) =>
      is(round) && round.n === 2 ? "exited with code 7" : null;
    await resume(plan, out, { before, store });
    const rounds = await roundsIn(plan, out);
    assert.deepEqual(
      rounds.filter(is).map(({ n, void: why }) => [n, why]),
      [
        [1, null],
        [2, "exited with code 7"],
      ],
    );
    assert.equal(rounds.length, planned(plan).length - broken.rounds + 2);
    assert.ok(!kept.includes(broken.new), "a failed journal is never kept");
    assert.equal(kept.length, plan.participants.length - 1);
    await resume(plan, out, { store });
    const good = (await roundsIn(plan, out)).filter((round) => round.void === null);
    assert.deepEqual(good.map(nameOf).toSorted(), planned(plan).toSorted());
    assert.ok(kept.includes(broken.new));
  });

  test(`${door}: a target whose journal is in the store is not measured`, async (t) => {
    const { plan, out } = await measured(t);
    const [first, ...others] = plan.participants;
    assert.ok(first);
    const store = { find: () => Promise.resolve(new Map([[first.name, journalPath(out, first)]])) };
    const second = await measured(t, { store });
    assert.deepEqual(
      second.events.flatMap((one) => (one.kind === "replayed" ? [one.target] : [])),
      [first.name],
    );
    const text = (folder: string) => readFileSync(journalPath(folder, first), "utf8");
    assert.equal(text(second.out), text(out));
    const own = new Set(second.events.flatMap(targetsIn));
    assert.deepEqual([...own].toSorted(), others.map(({ name }) => name).toSorted());
  });

  test(`${door}: cells whose intervals are too wide get further rounds, up to the spare number`, async (t) => {
    const { settings } = await planIn(t, 7);
    const precision = { halfWidth: 0.04, spare: 5 };
    const ratio = (n: number) => [0.5, 0.9, 0.7, 0.6, 1][n % 5] ?? 1;
    const changes = { settings: { ...settings, precision } };
    const { rounds, plan } = await measured(t, { ratio }, 7, changes);
    const further = rounds.filter(({ stage }) => stage === 2);
    assert.equal(further.length, 5);
    assert.ok(further.every(({ role }) => role === "cell"));
    assert.equal(new Set(rounds.map(nameOf)).size, planned(plan).length + 5);
  });

  /** Returns a run with time for so many passes, and for some more rounds, each of `factor` times the usual time. */
  const timed = async (t: TestContext, fake: Fake, factor: number, passes: number, more = 0) => {
    const { arranged, settings } = await planIn(t, 7);
    const { duets } = arranged;
    const usual = duets.reduce((sum, one) => sum + one.secondsEach, 0) / duets.length;
    const seconds = factor * usual;
    const whole = duets.reduce((sum, one) => sum + shareOf(one.rounds, passes, arranged.passes), 0);
    const withinSeconds = (whole + more + 0.5) * seconds;
    const precision = { halfWidth: 0.04, spare: 100 };
    const changes = { settings: { ...settings, precision, withinSeconds } };
    return { duets, seconds, whole, ...(await measured(t, { ...fake, seconds }, 7, changes)) };
  };

  test(`${door}: a run on a slow machine says so once, after its first rounds`, async (t) => {
    const { events, duets } = await timed(t, {}, 3, 1);
    const slow = events.filter((one) => one.kind === "slow");
    assert.equal(slow.length, 1);
    const before = events.slice(0, events.indexOf(slow[0] as RunEvent));
    const sofar = before.filter((one) => one.kind === "record" && one.record.type === "round");
    assert.ok(sofar.length >= 4 && sofar.length < duets.length, String(sofar.length));
    const [{ factor, targets, seconds, withinSeconds }] = slow as [
      Extract<RunEvent, { kind: "slow" }>,
    ];
    // Rounds of four pairs say about how much longer those of all take.
    assert.ok(factor > 2 && factor < 4.5, String(factor));
    assert.equal(targets, new Set(duets.map((duet) => duet.new)).size);
    assert.ok(withinSeconds !== null && seconds > withinSeconds);
    const usual = await timed(t, {}, 1, 3);
    assert.ok(!usual.events.some(({ kind }) => kind === "slow"));
  });

  test(`${door}: the time after the last whole pass goes to further rounds, whoever is ahead`, async (t) => {
    const spread = [0.03, -0.02, 0.01, 0.04];
    const ratioOf = (ahead: number) => (n: number) => ahead * Math.exp(spread[n % 4] ?? 0);
    const furtherOf = async (ahead: number) => {
      const ran = await timed(t, { ratio: ratioOf(ahead) }, 1, 3, 2);
      const first = ran.rounds.filter(({ stage }) => stage !== 2);
      assert.equal(first.length, ran.whole, "whole passes");
      assert.ok(ran.rounds.length * ran.seconds <= (ran.plan.settings.withinSeconds ?? 0));
      return ran.rounds.filter(({ stage }) => stage === 2);
    };
    const further = await furtherOf(0.8);
    assert.equal(further.length, 2);
    assert.ok(further.every(({ role }) => role === "cell"));
    assert.deepEqual((await furtherOf(1.25)).map(nameOf), further.map(nameOf));
  });

  test(`${door}: on a machine with lanes rounds run side by side, those of the noise check too, and say so`, async (t) => {
    const lanes = [7, 6, 5].map((cpu, i) => ({ server: [cpu], generators: [i] }));
    const pinning: Pinning = {
      mode: "taskset",
      server: [7],
      generators: [0, 1, 2],
      lanes,
      reason: null,
    };
    const { plan, rounds } = await measured(t, { pinning });
    assert.deepEqual(rounds.map(nameOf).toSorted(), planned(plan).toSorted());
    const beside = rounds.filter(({ alongside = 0 }) => alongside > 0);
    assert.ok(beside.every(({ alongside = 0 }) => alongside <= 2));
    assert.ok(beside.length > rounds.length / 2, `${beside.length} of ${rounds.length}`);
    assert.ok(beside.some(({ role }) => role === "aa"));
    const alone = await measured(t);
    assert.ok(alone.rounds.every(({ alongside }) => alongside === undefined));
  });

  test(`${door}: --resume rejects changed code, and names it`, async (t) => {
    const { plan, out } = await measured(t);
    const [first] = plan.participants;
    const participants = plan.participants.map((one) =>
      one === first ? { ...one, sources: { ...one.sources, app: "edited" } } : one,
    );
    const named = (name: string) =>
      participants.find((one) => one.name === name) ?? plan.named(name);
    await assert.rejects(
      resume({ ...plan, participants, named }, out),
      /has changed since .* was measured\. Undo the change to resume/,
    );
  });
}

function targetsIn(event: RunEvent): string[] {
  return event.kind === "record" && "scenario" in event.record ? [targetOf(event.record)] : [];
}
