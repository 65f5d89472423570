import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import type { HeapNode, FileRuntime } from "@deadheat/journal";
import { profileGrowth, profileMemory } from "../src/index.ts";
import { benchOf, entrant, exchange, firstRound, ourProcesses } from "./servers.ts";

const bench = () => benchOf(200, { windowSeconds: 0.3, connections: 10 });

type Frame = HeapNode["callFrame"];

/** Returns the bytes that some functions hold. */
function bytesOf(isMeant: (frame: Frame) => boolean, node: HeapNode): number {
  const own = isMeant(node.callFrame) ? node.selfSize : 0;
  return node.children.reduce((sum, child) => sum + bytesOf(isMeant, child), own);
}

/** Returns the URL of the file of a function; undefined if the profile does not have the function. */
function urlOf(name: string, { callFrame, children }: HeapNode): string | undefined {
  if (callFrame.functionName === name) return callFrame.url;
  return children.map((child) => urlOf(name, child)).find((url) => url !== undefined);
}

const named = (name: string) => (frame: Frame) => frame.functionName === name;

/** Tests that the profiles of memory name the function whose objects live on. */
export function testLivingObjects(runtime: FileRuntime): void {
  test(`the objects that live on ${runtime} are found by the function that allocated them`, async (t) => {
    if (process.platform !== "linux") return t.skip("resident memory is read on Linux");
    const before = `globalThis.kept = [];
      function keep(n) { for (let i = 0; i < n; i++) kept.push({ i, x: [i] }); }
      function drop() { for (let i = 0; i < 1e5; i++) ({ i, x: [i] }).x.pop(); }
      keep(1e5); drop();`;
    const next = entrant(runtime, "new", { before, onRequest: "keep(10);" });
    const servers = { new: next, base: entrant(runtime, "base") };
    const round = firstRound(next, servers.base);
    const { sides, void: reason } = await profileMemory(round, servers, exchange, await bench());
    assert.equal(reason, null);
    const { heap, resident } = sides!.new;
    const held = bytesOf(named("keep"), heap.profiles[0]!.head);
    assert.ok(held > 5e6 && held < 2e7 && held < heap.live && heap.live < resident, `${held}`);
    assert.ok(bytesOf(named("drop"), heap.profiles[0]!.head) < held / 20);
    const { sides: grown } = await profileGrowth(round, servers, exchange, await bench());
    const { before: first, after, good } = grown!.new;
    // V8 counts what an inlined function allocates for its caller, which is in the same file.
    const inFile = ({ url }: Frame) => url === urlOf("keep", first.profiles[0]!.head);
    const more = [after, first].map(({ profiles }) => bytesOf(inFile, profiles[0]!.head));
    const each = ((more[0] as number) - (more[1] as number)) / good;
    assert.ok(each > 600 && each < 1800, `${each} bytes a response`);
    assert.deepEqual(ourProcesses(), []);
  });
}
