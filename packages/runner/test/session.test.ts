import { Interrupted } from "@deadheat/journal";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Pinning } from "@deadheat/measure";
import {
  ComparisonFailed,
  fixedRounds,
  session,
  type Due,
  type Place,
  type Policy,
} from "../src/index.ts";

// The loop on rounds that take no time. The policies of the commands are tested where they are.

interface Round extends Due {
  readonly n: number;
}
type Fake = Round & { readonly void: string | null };

const due = (pair: string, n: number): Round => ({ pair, n });

/** Runs a session whose void rounds are named, and adds to the log everything that happens, in this order. */
async function ran(
  policy: Policy<Round>,
  voids: readonly string[] = [],
  {
    signal = new AbortController().signal,
    broken = "",
    log = [] as string[],
    pinning = { mode: "none", server: [], generators: [], reason: null } as Pinning,
  } = {},
) {
  const pairs = {
    measure: async function* (one: Round): AsyncGenerator<Fake> {
      const name = `${one.pair}${one.n}`;
      log.push(`measure ${name}`);
      if (one.pair === broken) throw new ComparisonFailed("does not start");
      yield { ...one, void: voids.includes(name) ? `${name} is void` : null };
    },
  };
  const append = (_: Round, { pair, n }: Fake) => void log.push(`write ${pair}${n}`);
  const so = await session(
    pairs,
    policy,
    { append },
    {
      pinning,
      signal,
      onRecord: (_, { pair, n }) => log.push(`tell ${pair}${n}`),
      onFailed: ({ pair }, reason) => log.push(`failed ${pair}: ${reason}`),
    },
  );
  return { log, so, measured: log.flatMap((line) => /^measure (.*)/.exec(line)?.[1] ?? []) };
}

/** Asks for these turns, one after the other. */
function turns(all: readonly (readonly Round[])[], changes: Partial<Policy<Round>> = {}) {
  const left = [...all];
  return { next: () => left.shift() ?? [], ...changes };
}

test("a record is written before it is told and before the next round begins", async () => {
  const { log, so } = await ran(fixedRounds(2, due("a", 1)));
  assert.deepEqual(log, ["measure a1", "write a1", "tell a1", "measure a1", "write a1", "tell a1"]);
  assert.equal(so.rounds, 2);
});

test("a policy sees the time and the rounds so far, and decides alone when to stop", async () => {
  const seen: number[] = [];
  const next: Policy<Round>["next"] = ({ rounds, seconds }) => {
    assert.ok(seconds >= 0);
    seen.push(rounds);
    return rounds < 5 ? [due("a", rounds + 1), due("b", rounds + 2)] : [];
  };
  const { so } = await ran({ next });
  assert.deepEqual(seen, [0, 2, 4, 6]);
  assert.equal(so.rounds, 6);
});

test("without goesOn the first void round ends the session, and is in the journal", async () => {
  const log: string[] = [];
  await assert.rejects(ran(turns([[due("a", 1), due("b", 1)]]), ["a1"], { log }), {
    name: "ComparisonFailed",
    message: "a1 is void",
  });
  assert.deepEqual(log, ["measure a1", "write a1", "tell a1", "failed a: a1 is void"]);
});

test("with goesOn the others go on, and nothing more of the failed pair is measured", async () => {
  const all = [
    [due("a", 1), due("b", 1)],
    [due("a", 2), due("b", 2)],
  ];
  const { measured, so } = await ran(turns(all, { goesOn: true }), ["a1"]);
  assert.deepEqual(measured, ["a1", "b1", "b2"]);
  assert.deepEqual([...so.failed.keys()], ["a"]);
});

test("a void round is replaced in its turn as often as the policy says", async () => {
  const instead = (one: Round, voids: number) => (voids > 1 ? null : due(one.pair, 3 + voids));
  const three = [due("a", 1), due("a", 2), due("a", 3)];
  const once = await ran(turns([three], { instead }), ["a2"]);
  assert.deepEqual(once.measured, ["a1", "a2", "a3", "a4"]);
  assert.equal(once.so.failed.size, 0);
  await assert.rejects(ran(turns([three], { instead }), ["a1", "a2"]), /a2 is void/);
});

test("a pair that cannot be started fails as with a void round; other errors end the session", async () => {
  const all = [[due("a", 1), due("b", 1)]];
  const { log } = await ran(turns(all, { goesOn: true }), [], { broken: "a" });
  assert.deepEqual(log.slice(0, 3), ["measure a1", "failed a: does not start", "measure b1"]);
  const next = () => {
    throw new TypeError("a bug");
  };
  await assert.rejects(ran({ next }), TypeError);
});

test("an abort ends the session before the next round", async () => {
  const abort = new AbortController();
  const rounds: number[] = [];
  const next: Policy<Round>["next"] = (so) => {
    rounds.push(so.rounds);
    if (so.rounds === 2) abort.abort();
    return [due("a", so.rounds + 1)];
  };
  await assert.rejects(ran({ next }, [], { signal: abort.signal }), Interrupted);
  assert.deepEqual(rounds, [0, 1, 2]);
});

test("on a machine with lanes several are measured at once, each on CPUs of its own, and say so", async () => {
  const lanes = [
    { server: [7], generators: [0, 1] },
    { server: [6], generators: [2, 3] },
  ];
  const pinning: Pinning = {
    mode: "taskset",
    server: [7],
    generators: [0, 1, 2, 3],
    lanes,
    reason: null,
  };
  const now = new Set<string>();
  const places: string[] = [];
  const alone = { ...due("c", 1), alone: true };
  const policy = turns([[due("a", 1), due("b", 1), due("b", 2), alone, due("a", 2)]], {
    goesOn: true,
  });
  const measure = async function* (one: Round, place: Place): AsyncGenerator<Fake> {
    const name = `${one.pair}${one.n}`;
    now.add(name);
    const { server, generators } = place.pinning;
    // What begins at the same time ends later than that.
    await new Promise((resolve) => setTimeout(resolve, one.pair === "a" ? 20 : 5));
    places.push(
      `${name} on ${server} and ${generators} with ${[...now].toSorted()}: ${place.alongside}`,
    );
    yield { ...one, void: name === "b1" ? "void" : null };
    now.delete(name);
  };
  const { signal } = new AbortController();
  const written: string[] = [];
  const append = (_: Round, { pair, n }: Fake) => void written.push(`${pair}${n}`);
  const { failed, rounds } = await session({ measure }, policy, { append }, { pinning, signal });
  assert.deepEqual(places, [
    "b1 on 6 and 2,3 with a1,b1: 1",
    "a1 on 7 and 0,1 with a1: 1",
    "c1 on 7 and 0,1,2,3 with c1: 0",
    "a2 on 7 and 0,1 with a2: 0",
  ]);
  assert.deepEqual(written, ["b1", "a1", "c1", "a2"]);
  assert.deepEqual([...failed.keys()], ["b"]);
  assert.equal(rounds, 4);
});

test("what is measured beside a failure is finished and in the journal before the session ends", async () => {
  const lanes = [
    { server: [3], generators: [0] },
    { server: [2], generators: [1] },
  ];
  const pinning: Pinning = {
    mode: "taskset",
    server: [3],
    generators: [0, 1],
    lanes,
    reason: null,
  };
  const measure = async function* (one: Round): AsyncGenerator<Fake> {
    if (one.pair === "b") throw new TypeError("a bug");
    await new Promise((resolve) => setTimeout(resolve, 10));
    yield { ...one, void: null };
  };
  const written: string[] = [];
  const append = (_: Round, { pair, n }: Fake) => void written.push(`${pair}${n}`);
  const { signal } = new AbortController();
  const policy = turns([[due("a", 1), due("b", 1)], [due("a", 2)]]);
  const ended = session({ measure }, policy, { append }, { pinning, signal });
  await assert.rejects(ended, TypeError);
  assert.deepEqual(written, ["a1"]);
});
