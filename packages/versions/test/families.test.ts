import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { familyOf, isReleasedWith } from "../src/installs/families.ts";
import { lockedByBun } from "../src/installs/locked/bun.ts";
import { lockedByNpm } from "../src/installs/locked/npm.ts";
import { lockedByPnpm } from "../src/installs/locked/pnpm.ts";
import { lockedByYarn } from "../src/installs/locked/yarn.ts";
import { releasedTogether } from "../src/installs/manifest.ts";
import { withoutReplaced } from "../src/installs/project.ts";

// Lockfiles of vue, whose packages need each other in exact versions, of react-dom, which has react as its peer, and of next, which
// needs an exact version of a package that is not its own.

const npm = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    "": { dependencies: { vue: "3.5.39" } },
    "node_modules/vue": {
      version: "3.5.39",
      dependencies: { "@vue/compiler-dom": "3.5.39", "@vue/shared": "3.5.39" },
    },
    "node_modules/@vue/compiler-dom": {
      version: "3.5.39",
      dependencies: { "@vue/shared": "3.5.39" },
    },
    "node_modules/@vue/shared": { version: "3.5.39" },
    "node_modules/react": { version: "19.2.0" },
    "node_modules/react-dom": { version: "19.2.0", peerDependencies: { react: "^19.2.0" } },
    "node_modules/next": { version: "16.0.1", dependencies: { postcss: "8.4.31" } },
    "node_modules/next/node_modules/postcss": { version: "8.4.31" },
  },
});
const pnpm = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      vue:
        specifier: 3.5.39
        version: 3.5.39(typescript@5.9.3)
packages:
  '@vue/compiler-dom@3.5.39':
    resolution: {integrity: sha512-a}
  '@vue/shared@3.5.39':
    resolution: {integrity: sha512-b}
  next@16.0.1:
    resolution: {integrity: sha512-c}
  postcss@8.4.31:
    resolution: {integrity: sha512-d}
  react@19.2.0:
    resolution: {integrity: sha512-e}
    engines: {node: '>=0.10.0'}
  react-dom@19.2.0:
    resolution: {integrity: sha512-f}
    peerDependencies:
      react: ^19.2.0
  vue@3.5.39:
    resolution: {integrity: sha512-g}
    peerDependencies:
      typescript: '*'
snapshots:
  '@vue/compiler-dom@3.5.39':
    dependencies:
      '@vue/shared': 3.5.39
  '@vue/shared@3.5.39': {}
  next@16.0.1:
    dependencies:
      postcss: 8.4.31
  postcss@8.4.31: {}
  react@19.2.0: {}
  react-dom@19.2.0(react@19.2.0):
    dependencies:
      react: 19.2.0
  vue@3.5.39(typescript@5.9.3):
    dependencies:
      '@vue/compiler-dom': 3.5.39
      '@vue/shared': 3.5.39
`;
const yarn1 = `# yarn lockfile v1


"@vue/compiler-dom@3.5.39":
  version "3.5.39"
  resolved "https://example.org/a.tgz"
  dependencies:
    "@vue/shared" "3.5.39"

"@vue/shared@3.5.39":
  version "3.5.39"

next@^16:
  version "16.0.1"
  dependencies:
    postcss "8.4.31"

postcss@8.4.31:
  version "8.4.31"

react-dom@^19:
  version "19.2.0"
  dependencies:
    react "^19.2.0"

react@^19:
  version "19.2.0"

vue@3.5.39:
  version "3.5.39"
  dependencies:
    "@vue/compiler-dom" "3.5.39"
    "@vue/shared" "3.5.39"
`;
const yarn4 = `__metadata:
  version: 8

"@vue/compiler-dom@npm:3.5.39":
  version: 3.5.39
  dependencies:
    "@vue/shared": "npm:3.5.39"
  languageName: node

"@vue/shared@npm:3.5.39":
  version: 3.5.39

"next@npm:^16":
  version: 16.0.1
  dependencies:
    postcss: "npm:8.4.31"

"postcss@npm:8.4.31":
  version: 8.4.31

"react-dom@npm:^19":
  version: 19.2.0
  peerDependencies:
    react: ^19.2.0

"react@npm:^19":
  version: 19.2.0

"vue@npm:3.5.39":
  version: 3.5.39
  dependencies:
    "@vue/compiler-dom": "npm:3.5.39"
    "@vue/shared": "npm:3.5.39"
`;
const bun = `{
  "lockfileVersion": 1,
  "packages": {
    "@vue/compiler-dom": ["@vue/compiler-dom@3.5.39", "", { "dependencies": { "@vue/shared": "3.5.39" } }, "sha512-a,]"],
    "@vue/shared": ["@vue/shared@3.5.39", "", {}, "sha512-b"],
    "next": ["next@16.0.1", "", { "dependencies": { "postcss": "8.4.31" } }, "sha512-c"],
    "postcss": ["postcss@8.4.31", "", {}, "sha512-d"],
    "react": ["react@19.2.0", "", {}, "sha512-e"],
    "react-dom": ["react-dom@19.2.0", "", { "peerDependencies": { "react": "^19.2.0" } }, "sha512-f"],
    "vue": ["vue@3.5.39", "", { "dependencies": { "@vue/compiler-dom": "3.5.39", "@vue/shared": "3.5.39" } }, "sha512-g"],
  },
}`;

const lockfiles = {
  npm: lockedByNpm(npm),
  pnpm: lockedByPnpm(pnpm),
  "yarn 1": lockedByYarn(yarn1),
  "yarn 4": lockedByYarn(yarn4),
  bun: lockedByBun(bun),
};

test("a family of exact versions is found in every lockfile, and nobody else's package is in it", () => {
  for (const [manager, locked] of Object.entries(lockfiles)) {
    const family = [...familyOf("vue", locked)].toSorted();
    assert.deepEqual(family, ["@vue/compiler-dom", "@vue/shared", "vue"], manager);
    assert.deepEqual([...familyOf("next", locked)], ["next"], manager);
    assert.equal(isReleasedWith("react", "react-dom", locked), true, manager);
    assert.equal(isReleasedWith("react", "vue", locked), false, manager);
  }
});

test("react-dom gets the version of react, whatever ranges the project asks for", () => {
  const manifest = {
    dependencies: {
      react: "19.2.0",
      "react-dom": "^19.0.0",
      vue: "3.5.39",
      "@vue/shared": "3.5.39",
    },
    devDependencies: {},
    optionalDependencies: {},
    peerDependencies: {},
  };
  for (const locked of Object.values(lockfiles)) {
    const together = (name: string, range: string) =>
      releasedTogether("/nowhere", manifest, name, range, locked);
    assert.deepEqual(together("react", "19.2.1"), { "react-dom": ">=19.0.0-0 <=19.2.1" });
    assert.deepEqual(together("vue", "3.5.40"), { "@vue/shared": ">=3.0.0-0 <=3.5.40" });
  }
});

test("npm's lockfile loses every package of the family, nested ones too, and keeps all others", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-families-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "package-lock.json");
  writeFileSync(path, npm);
  const { packages } = JSON.parse(
    withoutReplaced(path, ["postcss", ...familyOf("vue", lockfiles.npm)]),
  );
  assert.deepEqual(Object.keys(packages), [
    "",
    "node_modules/react",
    "node_modules/react-dom",
    "node_modules/next",
  ]);
});
