import assert from "node:assert/strict";
import { test } from "node:test";
import { golden } from "../../packages/report/test/golden.ts";
import { renderVerdicts } from "../src/verify/verdicts.ts";
import type { VerifiedCell } from "../src/verify/verify-all.ts";

const plain = ["hey", "hell", "text", "json"];
const stores = [
  "pg",
  "pg-row",
  "redis",
  "ioredis",
  "sqlite3",
  "sqlite3-row",
  "app",
  "tls",
  "h2",
  "h2c",
];

function cell(target: string, scenario: string, changes: Partial<VerifiedCell> = {}): VerifiedCell {
  return {
    type: "verify",
    target,
    scenario,
    status: "ok",
    reason: null,
    differences: [],
    response: null,
    warnings: [],
    ...changes,
  };
}

const header = (name: string, target: string) =>
  ({ kind: "header", name, target, floor: null }) as const;

test("routes that share a reason or a difference share a line", () => {
  const unlisted = {
    status: "unsupported",
    reason: "hapi's target.json does not list it",
  } as const;
  const exited = `hapi/deno: exited with code 1; its last words:
error: Uncaught (in promise) NotCapable: Requires env access to "TMPDIR", run again with the --allow-env flag`;
  const text = renderVerdicts([
    ...plain.map((scenario, i) =>
      cell("hapi/node", scenario, {
        differences: [
          header("cache-control", "no-cache"),
          ...(i === 0 ? [header("accept-ranges", "bytes")] : []),
          { kind: "bytes", name: null, target: 214 + i, floor: 152 },
        ],
      }),
    ),
    ...stores.map((scenario) => cell("hapi/node", scenario, unlisted)),
    ...plain.map((scenario) => cell("hapi/deno", scenario, { status: "failed", reason: exited })),
    ...stores.slice(0, 9).map((scenario) => cell("hapi/deno", scenario, unlisted)),
    ...plain.map((scenario) =>
      cell("uws/bun", scenario, { status: "unsupported", reason: "It is an addon for Node." }),
    ),
  ]);
  golden("verdicts.txt", text, import.meta.dirname);
  assert.ok(text.split("\n").length < 20);
});
