import type { CpuProfile } from "@deadheat/journal";
import {
  attribute,
  explainRounds,
  type Explained,
  type RoundSample,
  type Place,
  type SideSample,
  EXPLAINED_SCHEMA,
} from "../src/index.ts";

// Makes profiles and profiled rounds for tests.

/** A call path, from the outermost function to the innermost, and the number of its samples. */
type Sampled = readonly [path: string, samples: number];

/** Returns a profile in which each path was sampled so often, 500 us apart. Functions are named `package/file:name`. */
export function profileOf(sampled: readonly Sampled[]): CpuProfile {
  const nodes: CpuProfile["nodes"] = [node(1, "(root)", "")];
  const ids = new Map<string, number>();
  const samples: number[] = [];
  for (const [path, count] of sampled) {
    let parent = nodes[0]!;
    let so = "";
    for (const word of path.split(" > ")) {
      so += ` > ${word}`;
      const known = ids.get(so);
      if (known === undefined) {
        const [url = "", name] = word.includes(":") ? word.split(":") : ["", word];
        const next = node(nodes.length + 1, name ?? "", url);
        nodes.push(next);
        parent.children!.push(next.id);
        ids.set(so, next.id);
        parent = next;
      } else parent = nodes[known - 1]!;
    }
    for (let i = 0; i < count; i++) samples.push(parent.id);
  }
  return {
    nodes,
    startTime: 0,
    endTime: 500 * samples.length,
    samples,
    timeDeltas: samples.map(() => 500),
  };
}

function node(id: number, functionName: string, url: string): CpuProfile["nodes"][number] {
  const callFrame = { functionName, url, lineNumber: 0, columnNumber: 0 };
  return { id, callFrame, children: [] };
}

/** Finds places by the names that `profileOf` gives. */
export function placeOf({
  url,
  functionName,
}: CpuProfile["nodes"][number]["callFrame"]): Place | null {
  if (functionName === "profiler") return null;
  const [, owner = null, file = null] = /^((?:@\w+\/)?[^/]+)\/([^/]+)/.exec(url) ?? [];
  const known = { app: "app", pkg: "framework", node: "runtime" } as const;
  const kind = url === "" ? "native" : (known[url as keyof typeof known] ?? "dependency");
  return { kind, package: owner, file, name: functionName, line: 1, id: `${url}:${functionName}` };
}

/** Returns one server of a round: 1,000 answers, and a CPU clock that agrees with the profile. */
export function sideOf(sampled: readonly Sampled[], own: Partial<SideSample> = {}): SideSample {
  const attributed = attribute([profileOf(sampled)], placeOf);
  const cpuSeconds = attributed.paths.seconds;
  const plain = { good: 1000, cpuSeconds };
  return { good: 1000, cpuSeconds, helperSeconds: 0, plain, attributed, ...own };
}

/** Returns rounds of two servers; the counts of round i vary with i, in both in the same way. */
export function roundsOf(
  n: number,
  base: (i: number) => readonly Sampled[],
  next: (i: number) => readonly Sampled[],
): RoundSample[] {
  return Array.from({ length: n }, (_, i) => ({ base: sideOf(base(i)), new: sideOf(next(i)) }));
}

/** Returns the explanation of the CPU time in these rounds of one server. */
export function documentOf(rounds: readonly RoundSample[]): Explained {
  const side = { name: "a", runtime: "node", version: "26.10.0" } as const;
  return {
    schema: EXPLAINED_SCHEMA,
    deadheat: "0.1.0",
    startedAt: "2026-11-24T11:00:00.000Z",
    base: side,
    new: side,
    metric: "cpu",
    scenario: "GET /",
    ...explainRounds(rounds, 0.05),
    warnings: [],
  };
}
