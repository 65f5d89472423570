import type { CpuProfile, HeapProfile } from "@deadheat/journal";
import {
  addPlace,
  attributeNodes,
  newAttributed,
  type Attributed,
  type PlaceOf,
} from "./attribute.ts";
import { pseudo } from "./samples.ts";

const garbage = pseudo("garbage", "garbage that a collection returns");

/**
 * Returns the bytes that each function allocated and that still live.
 * @param profiles the profiles of all threads
 * @param earlier profiles that are subtracted
 */
export function attributeHeap(
  profiles: readonly HeapProfile[],
  placeOf: PlaceOf,
  { garbageBytes = 0, earlier = [] as readonly HeapProfile[] } = {},
): Attributed {
  const found = newAttributed();
  if (garbageBytes !== 0) addPlace(found, garbage, garbageBytes);
  const add = ({ head }: HeapProfile, sign: number) => {
    const { nodes, bytes } = flattened(head, sign);
    attributeNodes(found, nodes, bytes, placeOf);
  };
  for (const profile of profiles) add(profile, 1);
  for (const profile of earlier) add(profile, -1);
  return found;
}

/** Returns the nodes of a tree in a list, with the bytes of each by its id. */
function flattened(head: HeapProfile["head"], sign: number) {
  const nodes: CpuProfile["nodes"] = [];
  const bytes = new Map<number, number>();
  const open = [{ node: head, id: 1 }];
  let last = 1;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, id } = next;
    const callees = node.children.map((callee) => ({ node: callee, id: ++last }));
    nodes.push({ id, callFrame: node.callFrame, children: callees.map((callee) => callee.id) });
    bytes.set(id, sign * node.selfSize);
    open.push(...callees);
  }
  return { nodes, bytes };
}
