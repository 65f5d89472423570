import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import recorded from "./pinned-actions.json" with { type: "json" };

// Hosted runners run actions on Node 24 only. The list has what each pinned commit's action.yml says, read on its date.

const root = join(import.meta.dirname, "../../..");
const USES = /uses: (actions\/[a-z-]+)(?:\/[a-z]+)?@(\S+)(?: # (v\S+))?/g;

function filesWithActions(): string[] {
  const folder = (path: string) => readdirSync(join(root, path)).map((name) => join(path, name));
  const all = [".github/workflows", "packages/deadheat/src/init", "docs"].flatMap(folder);
  return ["action.yml", "comment/action.yml", "README.md", ...all].filter((path) =>
    /\.(?:ya?ml|ts|md)$/.test(path),
  );
}

test("every action of GitHub is pinned to a commit that runs on Node 24", () => {
  const actions: Readonly<Record<string, { version: string; using: string }>> = recorded.actions;
  const used = filesWithActions().flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(USES)].map(([, name, commit, version]) => ({
      path,
      pinned: `${name}@${commit}`,
      version,
    })),
  );
  assert.ok(used.length > 20, `${used.length} uses`);
  for (const { path, pinned, version } of used) {
    const known = actions[pinned];
    assert.ok(known, `${path}: ${pinned} is not in pinned-actions.json`);
    assert.equal(known.version, version, `${path}: ${pinned}`);
    assert.match(known.using, /^(?:node24|composite of )/);
  }
  assert.deepEqual(
    Object.keys(actions).toSorted(),
    [...new Set(used.map((one) => one.pinned))].toSorted(),
  );
});
