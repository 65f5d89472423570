import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { isBuiltin } from "node:module";
import { fileRuntimes, type Runtime } from "@deadheat/journal";
import { departure, keptResponse } from "@deadheat/measure";
import {
  starterExchange,
  starterFor,
  starterNames,
  type Starter,
} from "../src/starters/starter.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { runtimeHere } from "./runtime-here.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const scratch = temporaryFolder({ after });

const json = {
  request: { ...starterExchange.request, path: "/json" },
  response: { status: 200, mediaType: "application/json", body: '{"message":"Hello World!"}' },
};

test("every npm framework of an app has a starter, except those that need an addon", () => {
  assert.deepEqual(starterNames(), [
    "elysia",
    "express",
    "fastify",
    "h3",
    "hono",
    "koa",
    "@nestjs/core",
    "polka",
    "restify",
    "srvx",
  ]);
  assert.equal(starterFor("uWebSockets.js", "node", "20"), null);
  assert.equal(starterFor("left-pad", "node", "1"), null);
});

test("the other packages of a starter fit the requested version", () => {
  const beside = (name: string, wanted: string, runtime: Runtime = "node") =>
    starterFor(name, runtime, wanted)?.dependencies ?? {};
  assert.deepEqual(beside("express", "4"), {});
  assert.match(beside("koa", "2")["@koa/router"] ?? "", /^\d+\.\d+\.\d+$/);
  assert.deepEqual(Object.keys(beside("hono", "4")), ["@hono/node-server"]);
  assert.deepEqual(beside("hono", "4", "bun"), {}, "Hono's server for Node is for Node");

  const pinned = beside("hono", "latest");
  for (const newest of ["4", "4.7.0", "^4.6.0", "https://pkg.pr.new/hono@1"]) {
    assert.deepEqual(beside("hono", newest), pinned, newest);
  }
  for (const old of ["4.0.0", "4.6", "~4.6.3"]) {
    assert.deepEqual(beside("hono", old), { "@hono/node-server": "1.19.19" }, old);
  }

  const nest = (wanted: string) => beside("@nestjs/core", wanted)["@nestjs/platform-express"];
  assert.equal(nest("11"), "11");
  assert.equal(nest("next"), "next");
  assert.equal(nest("11.0.1"), ">=11.0.0-0 <=11.0.1");
  assert.match(nest("https://pkg.pr.new/@nestjs/core@1") ?? "", /^\d+\.\d+\.\d+$/);
  assert.match(beside("@nestjs/core", "11").rxjs ?? "", /^7\./);
  // Nest allows the present one since 10.4.
  const metadata = (wanted: string) => beside("@nestjs/core", wanted)["reflect-metadata"];
  assert.equal(metadata("9.4.3"), "0.1.14");
  assert.match(metadata("10.4.22") ?? "", /^0\.2\./);
});

test("a starter imports only its installed packages", () => {
  const all = starterNames().flatMap((name) =>
    fileRuntimes.flatMap((runtime) => starterFor(name, runtime, "latest") ?? []),
  );
  assert.equal(all.length, 30);
  for (const { framework, package: own, dependencies, code } of all) {
    const specifiers = code.matchAll(/(?:^import .* from |\bimport\()"([^"]+)"/gm);
    const imported = Array.from(specifiers, ([, specifier = ""]) =>
      isBuiltin(specifier) ? specifier : packageOf(specifier),
    );
    assert.ok(imported.includes(own), `${framework} imports ${imported.join(", ")}`);
    const foreign = imported.filter(
      (name) => name !== own && !isBuiltin(name) && dependencies[name] === undefined,
    );
    // The adapter's server for fetch handlers on Node. Only h3 loads it, and h3 has it as a dependency.
    assert.deepEqual(
      foreign.filter((name) => name !== "srvx"),
      [],
      framework,
    );
    assert.ok(!code.includes(root), "no path of this machine");
  }
  assert.ok(all.reduce((bytes, { code }) => bytes + code.length, 0) < 300_000);
});

for (const name of starterNames()) {
  for (const runtime of fileRuntimes) {
    const starter = starterFor(name, runtime, "latest");
    if (starter === null) continue;
    test(`${starter.framework} answers on ${runtime}`, async (t) => {
      const folder = laidOut(starter, runtime);
      const { path } = await runtimeHere(runtime);
      const options = runtime === "deno" ? ["run", "--quiet", "--no-prompt", "--allow-all"] : [];
      const server = spawn(path, [...options, "main.mjs"], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", PORT: "0" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      t.after(() => server.kill("SIGKILL"));
      const [line] = (await once(createInterface(server.stdout), "line")) as [string];
      const { port, runtime: said } = JSON.parse(line) as { port: number; runtime: string };
      assert.equal(said, runtime);

      for (const exchange of [starterExchange, json]) {
        assert.equal(departure(exchange, await keptResponse(port, exchange)), null);
      }

      server.kill("SIGTERM");
      assert.deepEqual(await once(server, "exit"), [0, null]);
    });
  }
}

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Makes a folder like npm's, with the workspace's versions of a starter's packages and of their dependencies. */
function laidOut(starter: Starter, runtime: Runtime): string {
  const folder = join(scratch, `${starter.framework}-${runtime}`);
  const installed = join(root, "apps", starter.framework, "node_modules");
  const link = (name: string, target: string) => {
    const at = join(folder, "node_modules", name);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(target, at);
  };
  const own = realpathSync(join(installed, starter.package));
  link(starter.package, own);
  for (const name of Object.keys(starter.dependencies)) {
    link(name, realpathSync(join(installed, name)));
  }
  const { dependencies = {} } = readJson(join(own, "package.json")) as { dependencies?: object };
  const store = own.slice(0, -starter.package.length);
  for (const name of Object.keys(dependencies)) {
    if (starter.dependencies[name] === undefined) link(name, realpathSync(join(store, name)));
  }
  const manifest = {
    private: true,
    dependencies: { [starter.package]: "*", ...starter.dependencies },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.mjs"), starter.code);
  return folder;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
