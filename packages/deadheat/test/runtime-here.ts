import assert from "node:assert/strict";
import { join } from "node:path";
import type { Runtime } from "@deadheat/journal";
import { lookForRuntime, type FoundRuntime } from "@deadheat/versions";

/** Finds the workspace's program of a runtime. */
export async function runtimeHere(runtime: Runtime): Promise<FoundRuntime> {
  const found = await lookForRuntime(runtime, null, join(import.meta.dirname, "../../.."));
  assert.ok(found.path !== null, `${runtime} is a package of this workspace`);
  return found;
}
