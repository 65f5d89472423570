import assert from "node:assert/strict";
import { test } from "node:test";
import { storeNamed } from "@deadheat/handlers";
import { denoPermissions } from "../src/targets/deno.ts";
import { target } from "./fixtures.ts";

const { manifest } = target("hono/deno");
const at = (store: string, address: string) => ({ store: storeNamed(store), address });

test("a server without a store gets loopback and two variables", () => {
  const expected = ["--allow-net=127.0.0.1", "--allow-env=PORT,DEADHEAT_STORE"];
  assert.deepEqual(denoPermissions(manifest, null), expected);
});

test("what a framework needs comes on top, and nothing is named twice", () => {
  const needs = { ...manifest, deno: { env: ["PORT", "NODE_ENV"], sys: ["hostname" as const] } };
  assert.deepEqual(denoPermissions(needs, null), [
    "--allow-net=127.0.0.1",
    "--allow-env=PORT,DEADHEAT_STORE,NODE_ENV",
    "--allow-sys=hostname",
  ]);
});

test("a store gets its address and its file, and no other", () => {
  const sqlite = denoPermissions(manifest, at("node-sqlite", "/tmp/x/world.sqlite"));
  assert.deepEqual(sqlite.slice(1), [
    "--allow-env=PORT,DEADHEAT_STORE,SQLITE_PATH",
    "--allow-read=/tmp/x",
    "--allow-write=/tmp/x/world.sqlite",
  ]);
  const pg = denoPermissions(manifest, at("pg", "postgres://a:b@127.0.0.1:5433/x"));
  assert.equal(pg[0], "--allow-net=127.0.0.1");
  assert.match(pg[1] ?? "", /^--allow-env=PORT,DEADHEAT_STORE,DATABASE_URL,PG\*/);
  const elsewhere = denoPermissions(manifest, at("redis", "redis://db.example.org:6380"));
  assert.equal(elsewhere[0], "--allow-net=127.0.0.1,db.example.org:6380");
});

test("a native module may be loaded from its folder, and from there alone", () => {
  const allowed = denoPermissions(manifest, at("better-sqlite3", "/tmp/x/world.sqlite"));
  const ffi = allowed.find((flag) => flag.startsWith("--allow-ffi="));
  assert.match(ffi ?? "", /=\/.*\/better-sqlite3$/);
  assert.ok(!allowed.some((flag) => /^--allow-(ffi|read|write|run|all)$/.test(flag)));
});
