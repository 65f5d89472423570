import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";
import * as v from "valibot";
import { bisectedSchema } from "@deadheat/judge";
import type { BisectResult } from "../src/index.ts";
import { stateOf } from "../../versions/test/revisions-repository.ts";

/** Asserts that a search has written its documents, and has left the user's tree as it was before. */
export function assertWritten(
  { document, files }: BisectResult,
  cwd: string,
  before: ReturnType<typeof stateOf>,
): void {
  const text = readFileSync(files.json, "utf8");
  assert.deepEqual(v.parse(bisectedSchema, JSON.parse(text)), document);
  assert.ok(!text.includes(cwd), "no private path");
  assert.match(readFileSync(files.html, "utf8"), /^<!doctype html>/);
  assert.deepEqual(stateOf(cwd), before, "the user's tree is as it was");
  assert.ok(process.cwd() !== cwd);
}
