import assert from "node:assert/strict";
import { test } from "node:test";
import { deadheat } from "./command.ts";

test("every target answers every route rightly, and its differences are reported", async () => {
  const { code, stdout, stderr } = await deadheat("verify", "--json");
  const { cells } = JSON.parse(stdout) as {
    cells: { target: string; scenario: string; status: string; reason: string; differences: [] }[];
  };
  const failed = cells.filter((cell) => cell.status === "failed");
  assert.deepEqual(failed, [], stderr);
  assert.equal(code, 0);
  for (const { status, reason } of cells) assert.equal(status === "ok", reason === null);
  assert.ok(cells.filter((cell) => cell.status === "ok").length >= 43 * 8);
  assert.deepEqual([...new Set(cells.map((cell) => cell.scenario))].toSorted(), [
    "about",
    "echo",
    "hell",
    "hey",
    "json",
    "notFound",
    "params",
    "text",
  ]);
  const express = cells.find((c) => c.target === "express/node" && c.scenario === "text");
  const named = (express?.differences ?? []) as { name: string | null; kind: string }[];
  assert.ok(named.some((difference) => difference.name === "x-powered-by"));
  assert.ok(named.some((difference) => difference.kind === "bytes"));
});
