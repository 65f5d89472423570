import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { stateDirectory } from "../src/machine/directory.ts";

test(
  "the state folder comes from DEADHEAT_STATE_DIR, XDG_STATE_HOME or the home folder",
  { skip: process.platform !== "linux" },
  (t) => {
    const folder = mkdtempSync(join(os.tmpdir(), "deadheat-state-test-"));
    const kept = { ...process.env };
    t.after(() => {
      process.env = kept;
      rmSync(folder, { recursive: true, force: true });
    });
    process.env.DEADHEAT_STATE_DIR = join(folder, "asked");
    process.env.XDG_STATE_HOME = join(folder, "xdg");
    assert.equal(stateDirectory(), join(folder, "asked"));
    delete process.env.DEADHEAT_STATE_DIR;
    assert.equal(stateDirectory(), join(folder, "xdg", "deadheat"));
    process.env.XDG_STATE_HOME = "relative";
    assert.equal(stateDirectory(), join(os.homedir(), ".local", "state", "deadheat"));
    delete process.env.XDG_STATE_HOME;
    assert.equal(stateDirectory(), join(os.homedir(), ".local", "state", "deadheat"));
  },
);
