import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { thisInstance } from "../src/index.ts";

/** Returns the id of this machine under a label. */
function called(label = ""): string {
  process.env.DEADHEAT_INSTANCE = label;
  return thisInstance();
}

test("the instance is a hash and stays the same", () => {
  delete process.env.DEADHEAT_INSTANCE;
  const own = thisInstance();
  assert.match(own, /^[0-9a-f]{16}$/);
  assert.equal(thisInstance(), own);
  assert.equal(called(""), own);
});

test("the instance does not contain the boot id", { skip: process.platform !== "linux" }, () => {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").replaceAll("-", "");
  assert.ok(!boot.includes(called()));
});

test("a label gives another instance, marked as an override, without the label's text", () => {
  const [one, two] = [called("cafe"), called("build-host-7.example.org")];
  assert.match(one, /^override:[0-9a-f]{16}$/);
  assert.match(two, /^override:[0-9a-f]{16}$/);
  assert.notEqual(one, two);
  assert.notEqual(one.slice("override:".length), called());
  assert.equal(called("cafe"), one);
});
