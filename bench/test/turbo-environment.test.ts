import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { test } from "node:test";
import { remoteCacheOf, turboEnvironment } from "../src/cache/remote-cache.ts";
import { turboBinary } from "../src/cache/turbo.ts";
import { root } from "../src/targets/project.ts";
import { runLogged } from "../src/cache/logged.ts";
import { settings, setVariables, temporaryFolder } from "./fixtures.ts";

const secrets = {
  TURBO_API: "http://127.0.0.1:1",
  TURBO_TOKEN: "the token",
  TURBO_TEAM: "deadheat",
  TURBO_REMOTE_CACHE_SIGNATURE_KEY: "the key, of which there are more than 32 bytes",
};

/** Returns a task of turbo.json, without comments. */
function taskNamed(name: string): { passThroughEnv: string[] } {
  const text = readFileSync(join(root, "turbo.json"), "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const { tasks } = JSON.parse(text) as { tasks: Record<string, { passThroughEnv: string[] }> };
  return tasks[name] ?? assert.fail(name);
}

test("turbo hands neither the token nor the key on to a task", (t) => {
  const folder = temporaryFolder(t);
  const app = join(folder, "app");
  mkdirSync(app);
  const write = (file: string, content: object) =>
    writeFileSync(join(folder, file), JSON.stringify(content));
  const print = `node -p "'environment ' + JSON.stringify(process.env)"`;
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    packageManager: string;
  };
  write("package.json", { name: "some", private: true, packageManager });
  write("app/package.json", { name: "app", scripts: { "measure:node": print } });
  write("pnpm-workspace.yaml", { packages: ["app"], pmOnFail: "ignore" });
  const [names, ...others] = [
    "measure:node",
    "measure:bun",
    "measure:deno",
    "@deadheat/app-fetch#measure:bun",
    "@deadheat/app-fetch#measure:deno",
  ].map((name) => taskNamed(name).passThroughEnv);
  for (const other of others) assert.deepEqual(other, names);
  write("turbo.json", { tasks: { "measure:node": { cache: false, passThroughEnv: names } } });

  const pnpm = process.env.npm_execpath ?? "";
  const path = basename(pnpm).startsWith("pnpm") ? [dirname(pnpm)] : [];
  const printed = execFileSync(turboBinary(), ["run", "measure:node", "--ui=stream"], {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...process.env,
      ...secrets,
      PATH: [...path, process.env.PATH].join(delimiter),
      TURBO_TELEMETRY_DISABLED: "1",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  assert.match(printed, /environment \{.*"TURBO_HASH"/);
  assert.doesNotMatch(printed, /the token|the key|"TURBO_API"/);
});

test("turbo alone gets the remote cache's environment, and nothing else that is meant for turbo", async (t) => {
  const folder = temporaryFolder(t);
  const foreign = {
    ...secrets,
    TURBO_FORCE: "1",
    TURBO_CACHE: "remote:rw",
    VERCEL_ARTIFACTS_TOKEN: "x",
  };
  setVariables(t, foreign);
  const remote = remoteCacheOf() ?? assert.fail();
  const pinning = { mode: "none", server: [], generators: [], reason: "a test" } as const;
  const machine = { ...settings.machine, pinning };
  const context = { settings: { ...settings, machine }, run: {} as never };
  const seen = async (env: Record<string, string> = {}) => {
    const options = { log: join(folder, "log"), signal: new AbortController().signal, env };
    const words = [process.execPath, "-p", "JSON.stringify(process.env)"];
    const { printed } = await runLogged("a test", words, folder, context as never, options);
    const all = Object.entries(JSON.parse(printed) as Record<string, string>);
    return Object.fromEntries(
      all.filter(([name, value]) => /^(TURBO|VERCEL)_/.test(name) && value !== ""),
    );
  };
  const quiet = { TURBO_NO_UPDATE_NOTIFIER: "1", TURBO_TELEMETRY_DISABLED: "1" };
  assert.deepEqual(await seen(), quiet);
  assert.deepEqual(await seen(turboEnvironment(remote)), {
    ...quiet,
    ...secrets,
    TURBO_REMOTE_CACHE_TIMEOUT: "10",
    TURBO_REMOTE_CACHE_UPLOAD_TIMEOUT: "30",
  });
});
