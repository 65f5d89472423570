import assert from "node:assert/strict";
import { test } from "node:test";
import { storeNamed } from "@deadheat/handlers";
import { denoPermissions } from "../../src/targets/deno.ts";
import { plain, type Serving } from "../../src/targets/serving/serving.ts";
import { target } from "../fixtures.ts";

const { manifest } = target("hono/deno");
const at = (store: string, address: string): Serving => ({
  ...plain,
  store: { store: storeNamed(store), address },
});
const OURS = "PORT,DEADHEAT_STORE,DEADHEAT_PROTOCOL,DEADHEAT_TLS,DEADHEAT_FAMILIES,DEADHEAT_ASSETS";

test("a server without a store gets loopback and our variables", () => {
  const expected = ["--allow-net=127.0.0.1", `--allow-env=${OURS}`];
  assert.deepEqual(denoPermissions(manifest, plain), expected);
});

test("the needs of a framework are added, and nothing is named twice", () => {
  const needs = { ...manifest, deno: { env: ["PORT", "NODE_ENV"], sys: ["hostname" as const] } };
  assert.deepEqual(denoPermissions(needs, plain), [
    "--allow-net=127.0.0.1",
    `--allow-env=${OURS},NODE_ENV`,
    "--allow-sys=hostname",
  ]);
});

test("a store gets only its own address and file", () => {
  const sqlite = denoPermissions(manifest, at("node-sqlite", "/tmp/x/world.sqlite"));
  assert.deepEqual(sqlite.slice(1), [
    `--allow-env=${OURS},SQLITE_PATH`,
    "--allow-read=/tmp/x",
    "--allow-write=/tmp/x/world.sqlite",
  ]);
  const pg = denoPermissions(manifest, at("pg", "postgres://a:b@127.0.0.1:5433/x"));
  assert.equal(pg[0], "--allow-net=127.0.0.1");
  assert.match(pg[1] ?? "", new RegExp(`^--allow-env=${OURS},DATABASE_URL,PG\\*`));
  const elsewhere = denoPermissions(manifest, at("redis", "redis://db.example.org:6380"));
  assert.equal(elsewhere[0], "--allow-net=127.0.0.1,db.example.org:6380");
});

test("a native module may be loaded from its folder only", () => {
  const allowed = denoPermissions(manifest, at("better-sqlite3", "/tmp/x/world.sqlite"));
  const ffi = allowed.find((flag) => flag.startsWith("--allow-ffi="));
  assert.match(ffi ?? "", /=\/.*\/better-sqlite3$/);
  assert.ok(!allowed.some((flag) => /^--allow-(ffi|read|write|run|all)$/.test(flag)));
});

test("families add their needs, and existing folders may be read", () => {
  const needs = { ...manifest, deno: { service: { env: ["HELMET"] } } };
  const flags = denoPermissions(needs, {
    ...plain,
    families: ["assets"],
    tls: "/tmp/tls",
    assets: "/tmp/assets",
  });
  assert.deepEqual(flags.slice(1), [
    `--allow-env=${OURS},HELMET`,
    "--allow-read=/tmp/tls,/tmp/assets",
  ]);
  assert.ok(!denoPermissions(needs, plain).some((flag) => flag.includes("HELMET")));
});
