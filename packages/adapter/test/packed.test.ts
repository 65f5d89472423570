import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

// A user's package outside this workspace, with the packed tarball in its node_modules.

const root = fileURLToPath(new URL("../../../", import.meta.url));
const adapter = join(root, "packages/adapter");
const folder = mkdtempSync(join(tmpdir(), "deadheat-packed-"));
after(() => rmSync(folder, { recursive: true, force: true }));

before(() => {
  execFileSync("npx", ["-y", "pnpm@12.21.0", "pack", "--pack-destination", folder], {
    cwd: adapter,
    stdio: "ignore",
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) as string;
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@deadheat"), { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", folder]);
  execFileSync("mv", [join(folder, "package"), join(modules, "@deadheat", "adapter")]);
  // Its one dependency, as the workspace has it: the test asks no registry.
  symlinkSync(realpathSync(join(adapter, "node_modules/srvx")), join(modules, "srvx"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "server.js"),
    `import { listen } from "@deadheat/adapter";
     await listen({ kind: "fetch", fetch: () => new Response("from outside") });`,
  );
});

const deno = [
  "--quiet",
  "--no-prompt",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1",
  "--allow-env=PORT",
];
const runtimes: Record<string, string[]> = {
  node: [join(root, "node_modules/node/bin/node")],
  bun: [join(root, "node_modules/bun/bin/bun.exe")],
  deno: [join(root, "node_modules/deno/deno"), "run", ...deno],
};

for (const [runtime, [program, ...args]] of Object.entries(runtimes)) {
  test(`the packed adapter serves on ${runtime}, outside the workspace`, async () => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1", PORT: "0" };
    const child = spawn(program as string, [...args, "server.js"], { cwd: folder, env });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const output = createInterface({ input: child.stdout });
    const exited = once(child, "exit");
    const [line] = (await Promise.race([
      once(output, "line"),
      exited.then(() => Promise.reject(new Error(stderr))),
    ])) as [string];
    const ready = JSON.parse(line) as { port: number; runtime: string };
    assert.equal(ready.runtime, runtime);
    const answer = await fetch(`http://127.0.0.1:${ready.port}/`);
    assert.equal(await answer.text(), "from outside");
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
  });
}
