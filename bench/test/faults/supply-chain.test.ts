import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../src/targets/project.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Returns the lines below a top-level key of a YAML file. */
function section(yaml: string, key: string): string[] {
  const lines = yaml.split("\n");
  const from = lines.indexOf(`${key}:`);
  if (from === -1) return [];
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => /^\S/.test(line) && !line.startsWith("#"));
  return to === -1 ? rest : rest.slice(0, to);
}

test("every package in the lockfile has a hash, and comes from a registry", () => {
  const packages = section(read("pnpm-lock.yaml"), "packages")
    .join("\n")
    .split(/\n(?=  \S)/);
  assert.ok(packages.length > 100, `${packages.length} packages`);
  for (const entry of packages.filter((text) => text.trim() !== "")) {
    assert.match(entry, /resolution: \{integrity: sha512-[\w+/]{86}==/, entry);
    assert.doesNotMatch(entry, /tarball:|type: git|repo:|directory:/, entry);
  }
});

test("no dependency is fetched from git, a tarball or a folder outside", () => {
  const manifests = ["apps", "packages"].flatMap((folder) =>
    readdirSync(join(root, folder))
      // A retired framework has no code.
      .filter((name) => existsSync(join(root, folder, name, "package.json")))
      .map((name) => join(folder, name, "package.json")),
  );
  for (const file of ["package.json", "bench/package.json", ...manifests]) {
    const manifest = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>;
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
      for (const [name, range] of Object.entries(manifest[kind] ?? {})) {
        const fine =
          /^(workspace:\*|catalog:\w*|npm:@?[\w./-]+@\d+\.\d+\.\d+|\d+\.\d+\.\d+[\w.-]*)$/;
        assert.match(range, fine, `${file}: ${name}`);
      }
    }
    assert.equal(manifest.scripts?.postinstall ?? manifest.scripts?.prepare, undefined, file);
  }
});

test("build scripts run for packages that are named, and new releases wait", () => {
  const workspace = read("pnpm-workspace.yaml");
  const allowed = section(workspace, "allowBuilds").filter((line) => /^\s+\S/.test(line));
  assert.ok(allowed.length > 0);
  for (const line of allowed) {
    if (!line.trim().startsWith("#")) assert.match(line, /^ {2}["']?[@\w/.-]+["']?: (true|false)$/);
  }
  assert.match(workspace, /^blockExoticSubdeps: true$/m);
  const age = /^minimumReleaseAge: (\d+)$/m.exec(workspace)?.[1];
  assert.ok(Number(age) >= 1440, "at least a day, in minutes");
  assert.doesNotMatch(workspace, /dangerouslyAllowAllBuilds|^registry:/m);
});

test("CI installs what the lockfile says, and lets no pull request of a stranger near a secret", () => {
  const workflows = readdirSync(join(root, ".github/workflows"));
  for (const name of workflows) {
    const text = read(join(".github/workflows", name));
    assert.doesNotMatch(text, /pull_request_target/);
    for (const [line] of text.matchAll(/pnpm@\S+ install.*/g))
      assert.match(line, /--frozen-lockfile/);
  }
});

test("SECURITY.md names what is trusted", () => {
  const text = read("SECURITY.md");
  for (const word of "@uwsjs/core oha bun deno node allowBuilds minimumReleaseAge".split(" ")) {
    assert.ok(text.includes(word), word);
  }
});
