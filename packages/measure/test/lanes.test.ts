import assert from "node:assert/strict";
import { test } from "node:test";
import { generatorCpus, lanesOf, withLanes, type Pinning } from "../src/machine/pinning.ts";
import { topologyOf } from "../src/machine/topology.ts";

// The CPUs of duets at the same time, on machines that others have: each is what its kernel says about its CPUs.

interface Recorded {
  /** The hyperthreads of each core, in the kernel's list format. */
  readonly cores: readonly string[];
  /** /sys/devices/cpu_atom/cpus */
  readonly slow?: string;
  /** cpu_capacity by CPU */
  readonly capacity?: readonly number[];
}

function topologyIn({ cores, slow, capacity }: Recorded, allowed: readonly number[]) {
  return topologyOf(allowed, (path) => {
    if (path === "/sys/devices/cpu_atom/cpus") return slow ?? null;
    const [, id, file] = /cpu(\d+)\/(.*)$/.exec(path) ?? [];
    if (file === "cpu_capacity") return capacity ? `${capacity[Number(id)]}\n` : null;
    const core = cores.find((list) => topologyCpus(list).includes(Number(id)));
    return core === undefined ? null : `${core}\n`;
  });
}

function topologyCpus(list: string): number[] {
  return list.split(",").flatMap((part) => {
    const [from = 0, to = from] = part.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Returns what a single duet gets on these CPUs. */
function single(allowed: readonly number[], apart: readonly number[]): Pinning {
  const server = [allowed.at(-1) ?? 0];
  return { mode: "taskset", server, generators: [...apart], batch: true, reason: null };
}

/** Returns the lanes as `server | generators`, and checks what must hold on every machine. */
function lanesIn(recorded: Recorded, allowed: readonly number[], parallel: number | "most") {
  const topology = topologyIn(recorded, allowed);
  const one = single(allowed, allowed.slice(0, -1));
  const pinning = withLanes(one, topology, parallel);
  const coreOf = (cpu: number) => topology?.find(({ id }) => id === cpu)?.core;
  const kindOf = (cpu: number) => topology?.find(({ id }) => id === cpu)?.kind;
  const lanes = pinning.lanes ?? [];
  const servers = lanes.flatMap(({ server }) => server);
  const generators = lanes.flatMap((lane) => lane.generators);
  assert.equal(new Set([...servers, ...generators]).size, servers.length + generators.length);
  for (const cpu of servers) {
    assert.equal(kindOf(cpu), kindOf(servers[0] ?? cpu), "servers on one kind of core");
    assert.ok(!generators.some((other) => coreOf(other) === coreOf(cpu)), "a core of its own");
    assert.ok(!pinning.generators.some((other) => coreOf(other) === coreOf(cpu)));
  }
  const share = (cpus: readonly number[]) => cpus.map(kindOf).toSorted().join();
  for (const lane of lanes) assert.equal(share(lane.generators), share(lanes[0]?.generators ?? []));
  return { pinning, lanes: lanes.map((lane) => `${lane.server} | ${lane.generators}`) };
}

const two: Recorded = { cores: ["0", "1"] };
const hosted: Recorded = { cores: ["0-1", "2-3"] };
const smt: Recorded = { cores: upTo(8).map((i) => `${i},${i + 8}`) };
/** Four fast cores with two threads each, eight slow ones. */
const laptop: Recorded = {
  cores: ["0-1", "2-3", "4-5", "6-7", ...upTo(8).map((i) => `${i + 8}`)],
  slow: "8-15",
};

test("on two CPUs nothing changes, whatever is asked as a default", () => {
  const { pinning } = lanesIn(two, [0, 1], "most");
  assert.deepEqual(pinning, single([0, 1], [0]));
  assert.deepEqual(lanesOf(pinning), [pinning]);
  assert.equal("lanes" in pinning, false);
});

test("a hosted runner with four CPUs has two cores, so one duet", () => {
  const { pinning } = lanesIn(hosted, upTo(4), "most");
  assert.equal(pinning.lanes, undefined);
  const topology = topologyIn(hosted, upTo(4));
  const asked = () => withLanes(single(upTo(4), [0, 1]), topology, 2);
  assert.throws(asked, /--parallel 2: this machine has cores for 1 at once/);
});

test("eight cores with two threads each: four servers, and a core of generators for each", () => {
  const { lanes, pinning } = lanesIn(smt, upTo(16), "most");
  assert.deepEqual(lanes, ["15 | 0,8", "14 | 1,9", "13 | 2,10", "12 | 3,11"]);
  assert.deepEqual(pinning.generators, [0, 1, 2, 3, 8, 9, 10, 11]);
  assert.equal(generatorCpus(pinning), 2);
  assert.deepEqual(lanesIn(smt, upTo(16), 2).lanes, ["15 | 0,1,2,8,9,10", "14 | 3,4,5,11,12,13"]);
});

test("a laptop: all servers on slow cores, where a single one runs too, and alike shares of both kinds", () => {
  const { lanes, pinning } = lanesIn(laptop, upTo(16), "most");
  assert.deepEqual(lanes, ["15 | 0,1,8", "14 | 2,3,9", "13 | 4,5,10", "12 | 6,7,11"]);
  assert.deepEqual(pinning.server, [15]);
  // Of three slow and six fast cores of a phone, no two servers get different ones.
  const capacity = [400, 400, 400, 1024, 1024, 1024, 1024, 1024, 1024];
  const phone = { cores: upTo(9).map(String), capacity };
  assert.deepEqual(
    lanesIn(phone, upTo(9), "most").lanes,
    ["8 | 0", "7 | 1", "6 | 2"].slice(0, 3).map((lane, i) => `${lane},${3 + i}`),
  );
});

test("a container gets lanes of the CPUs of its set alone", () => {
  // Four threads of four cores; the other threads belong to somebody else.
  const { lanes } = lanesIn(smt, [2, 3, 4, 5], "most");
  assert.deepEqual(lanes, ["5 | 2", "4 | 3"]);
  // Four threads of two cores.
  assert.deepEqual(lanesIn(smt, [2, 3, 10, 11], "most").lanes, []);
});

test("where the topology is unknown there is one duet, and no other number may be asked for", () => {
  const unknown = { cores: ["0", "1", "2"] };
  assert.equal(topologyIn(unknown, upTo(4)), null);
  const { pinning } = lanesIn(unknown, upTo(4), "most");
  assert.equal(pinning.lanes, undefined);
  const asked = () => withLanes(single(upTo(4), [0, 1, 2]), null, 2);
  assert.throws(asked, /--parallel 2: which CPUs share a core is unknown here/);
});
