import type { CpuProfile } from "@deadheat/journal";
import { tickOf } from "./attribute.ts";

type Sampled = CpuProfile["nodes"][number];
type Node = Sampled & { children: number[] };

/** Returns one profile with the samples of all, as if one process had been sampled without a pause. */
export function mergeProfiles(profiles: readonly CpuProfile[]): CpuProfile {
  const root = newNode(1, {
    functionName: "(root)",
    scriptId: "0",
    url: "",
    lineNumber: -1,
    columnNumber: -1,
  });
  const nodes = [root];
  const callees = new Map<Node, Map<string, Node>>();
  const samples: number[] = [];
  const timeDeltas: number[] = [];
  const calleeOf = (caller: Node, { callFrame }: Sampled): Node => {
    const { functionName, url, lineNumber, columnNumber } = callFrame;
    const key = JSON.stringify([functionName, url, lineNumber, columnNumber]);
    const known = callees.get(caller) ?? new Map<string, Node>();
    callees.set(caller, known);
    const found = known.get(key) ?? newNode(nodes.length + 1, callFrame);
    if (!known.has(key)) {
      known.set(key, found);
      nodes.push(found);
      caller.children.push(found.id);
    }
    return found;
  };
  for (const profile of profiles) {
    const byId = new Map(profile.nodes.map((node) => [node.id, node]));
    const merged = new Map<number, Node>();
    const called = new Set(profile.nodes.flatMap(({ children = [] }) => children));
    const open = profile.nodes.filter(({ id }) => !called.has(id));
    for (const top of open) merged.set(top.id, root);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const id of node.children ?? []) {
        const child = byId.get(id);
        if (child === undefined || merged.has(id)) continue;
        merged.set(id, calleeOf(merged.get(node.id) as Node, child));
        open.push(child);
      }
    }
    const tick = Math.round(1e6 * tickOf(profile));
    for (const sample of profile.samples) {
      samples.push(merged.get(sample)?.id ?? root.id);
      timeDeltas.push(tick);
    }
  }
  const endTime = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  return { nodes, startTime: 0, endTime, samples, timeDeltas };
}

function newNode(id: number, callFrame: Sampled["callFrame"]): Node {
  return { id, callFrame, children: [] };
}
