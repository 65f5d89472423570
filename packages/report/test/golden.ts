import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** Compares a text with a file in the folder `golden` beside the tests; UPDATE_GOLDEN=1 writes it again. */
export function golden(name: string, text: string, tests = import.meta.dirname): void {
  const file = join(tests, "golden", name);
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8"));
}
