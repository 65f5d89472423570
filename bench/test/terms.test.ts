import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../src/targets/project.ts";
import { schemas } from "../schema/documents.ts";
import { deadheat, deadheatEach } from "./command.ts";
import { pages } from "./pages.ts";

// A word that was replaced by another one returns nowhere: not in output, help, JSON or docs.

/** The words that were replaced. "Figure" is still an element of HTML, and "block" a part of code or Markdown. */
const retired = [
  /\bdead[ -]heats?\b/i,
  /\b(?:server|generator|floor)-bound\b/,
  /\bunsaturated\b/,
  /\balike\b/i,
  /\banew\b/i,
  /\d us\b|\bus (?:a|per) request\b/,
  /\bstart to first answer\b/i,
  /\bmemory (?:at rest|under load)\b/i,
  /\bkinds? of process(?:es)?\b/i,
  /\bwords (?:are )?corrected\b/,
  /--blocks\b|\bblocks? of (?:this|the) run\b|\b\d+ blocks?\b/,
  /\bfigures\b/i,
];

/** Returns the retired words of a text, each with its line. */
function foundIn(name: string, text: string): string[] {
  return text
    .split("\n")
    .filter((line) => retired.some((word) => word.test(line)))
    .map((line) => `${name}: ${line.trim()}`);
}

test("the retired words are recognized", () => {
  const lines = ["a dead heat", "22.0 us", "Figures", "12 blocks", "both server-bound"];
  assert.equal(foundIn("x", lines.join("\n")).length, lines.length);
  assert.deepEqual(foundIn("x", "deadheat asks us to measure 12 rounds in 22.0 µs"), []);
});

test("no output has a retired word", () => {
  const folder = join(root, "packages/report/test/golden");
  const found = readdirSync(folder).flatMap((name) =>
    foundIn(name, readFileSync(join(folder, name), "utf8")),
  );
  assert.deepEqual(found, []);
});

test("no name or value of a JSON document is a retired word", () => {
  const names = new Set(["block", "blocks", "figure", "figures", "word", "dead-heat", "deadHeats"]);
  const found = Object.entries(schemas).flatMap(([name, schema]) => [
    ...foundIn(name, schema),
    ...[...schema.matchAll(/"([\w-]+)"/g)].flatMap(([, word = ""]) =>
      names.has(word) ? [`${name}: ${word}`] : [],
    ),
  ]);
  assert.deepEqual(found, []);
});

test("no help has a retired word", async () => {
  const { stdout } = await deadheat("--help");
  const commands = [...stdout.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = ""]) => name);
  assert.ok(commands.length > 5, stdout);
  const names = ["compare", "merge", "report", "calibrate"].filter((name) =>
    commands.includes(name),
  );
  const each = await deadheatEach(names.map((name) => [name, "--help"]));
  const found = each.flatMap((one, i) => foundIn(`${names[i]} --help`, one.stdout));
  assert.deepEqual([...foundIn("--help", stdout), ...found], []);
});

test("no page has a retired word", () => {
  assert.deepEqual(
    pages.flatMap(({ path, text }) => foundIn(path, text)),
    [],
  );
});
