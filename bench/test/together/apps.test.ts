import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { discoverTargets, discoverRetired } from "../../src/targets/discover.ts";
import { appsDirectory, root } from "../../src/targets/project.ts";
import { runtimeVersions } from "../../src/targets/tools.ts";

const targets = discoverTargets(runtimeVersions());
const retired = discoverRetired();
// apps/ssr is a separate workspace with another contract.
const folders = readdirSync(appsDirectory).filter((name) => !/^\.|^ssr$/.test(name));
const catalogs = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");

interface Package {
  readonly name?: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

for (const folder of folders) {
  const directory = join(appsDirectory, folder);
  const path = (file: string) => join(directory, file);
  const own = targets.filter((target) => target.framework === folder);

  if (retired.some(({ framework }) => framework === folder)) {
    test(`apps/${folder} is retired: it has a manifest and no code`, () => {
      assert.deepEqual(own, []);
      assert.deepEqual(readdirSync(directory), ["target.json"]);
    });
    continue;
  }

  test(`apps/${folder} is a complete app`, () => {
    assert.ok(own.length > 0, "it has targets");
    for (const file of ["package.json", "tsconfig.json", "src/app.ts", "src/main.ts"]) {
      assert.ok(existsSync(path(file)), file);
    }
    const json = JSON.parse(readFileSync(path("package.json"), "utf8")) as Package;
    assert.equal(json.name, `@deadheat/app-${folder}`);
    assert.equal(json.private, true);
    assert.equal(json.type, "module");
    const measured = own.filter((t) => t.manifest.runtimes.includes(t.runtime));
    const command = (task: string) => `node ../../bench/deadheat.mjs ${task}`;
    const tasks = measured.flatMap(({ runtime }) => [
      [`measure:${runtime}`, command(`measure ${runtime}`)],
      [`bench:${runtime}`, command(`table ${runtime}`)],
    ]);
    const scripts = Object.entries(json.scripts ?? {}).filter(([name]) => name.includes(":"));
    assert.deepEqual(Object.fromEntries(scripts), Object.fromEntries(tasks));
    // Without this script turbo would not type-check the app.
    assert.equal(json.scripts?.types, "tsc");
    assert.match(readFileSync(path("src/main.ts"), "utf8"), /^await listen\(/m);
    const dependencies = { ...json.dependencies, ...json.devDependencies };
    for (const [name, version] of Object.entries(dependencies)) {
      assert.match(version, /^(workspace:\*|catalog:[a-z]+)$/, `${name}: one version for all apps`);
    }
    const named = own[0]?.manifest.package;
    if (named) assert.ok(dependencies[named], `target.json names ${named}, package.json does not`);
  });
}

test("every version in the catalogs is exact", () => {
  const section = /^catalogs:\n((?: .*\n|\n)*)/m.exec(catalogs)?.[1] ?? "";
  const versions = section
    .split("\n")
    .flatMap((line) => /^ {4}[^#\s].*: (\S+)$/.exec(line)?.[1] ?? []);
  assert.ok(versions.length > 40);
  for (const version of versions) assert.match(version, /^(npm:@?[\w/.-]+@)?\d+\.\d+\.\d+[\w.-]*$/);
});

test("a retired framework names the source of its metrics and an existing target", () => {
  assert.deepEqual(
    retired.map(({ framework }) => framework),
    ["carbon", "h22p"],
  );
  for (const { framework, retired: told } of retired) {
    assert.ok(
      targets.some((target) => target.name === told.kin && target.unsupported === null),
      `${framework}: ${told.kin} is a target`,
    );
    assert.match(told.published?.source ?? "", /^https:\/\/github\.com\/.*\/[0-9a-f]{40}\//);
    for (const { latency } of told.published?.metrics ?? []) {
      // The unit is seconds: all published metrics are below two seconds.
      if (latency)
        assert.ok(latency.p50 <= latency.p99 && latency.p99 <= latency.max && latency.max <= 2);
    }
  }
});
