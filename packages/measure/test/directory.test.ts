import assert from "node:assert/strict";
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setVariables, temporaryFolder } from "../../journal/test/scratch.ts";
import { stateDirectory } from "../src/machine/directory.ts";

test(
  "the state folder comes from DEADHEAT_STATE_DIR, XDG_STATE_HOME or the home folder",
  { skip: process.platform !== "linux" },
  (t) => {
    const folder = temporaryFolder(t);
    const [asked, xdg] = [join(folder, "asked"), join(folder, "xdg")];
    setVariables(t, { DEADHEAT_STATE_DIR: asked, XDG_STATE_HOME: xdg });
    assert.equal(stateDirectory(), asked);
    chmodSync(asked, 0o777);
    assert.throws(stateDirectory, /asked can be written by other users\. Set DEADHEAT_STATE_DIR/);
    delete process.env.DEADHEAT_STATE_DIR;
    assert.equal(stateDirectory(), join(xdg, "deadheat"));
    process.env.XDG_STATE_HOME = "relative";
    assert.equal(stateDirectory(), join(os.homedir(), ".local", "state", "deadheat"));
    delete process.env.XDG_STATE_HOME;
    assert.equal(stateDirectory(), join(os.homedir(), ".local", "state", "deadheat"));
  },
);

test(
  "a folder below /tmp that somebody else has made is refused",
  { skip: process.platform !== "linux" },
  (t) => {
    const folder = temporaryFolder(t);
    // The usual folder cannot be made below a file.
    writeFileSync(join(folder, "file"), "");
    const XDG_STATE_HOME = join(folder, "file");
    setVariables(t, { DEADHEAT_STATE_DIR: "", XDG_STATE_HOME, TMPDIR: folder });
    const uid = process.getuid?.() ?? 0;
    const state = join(folder, `deadheat-${uid}`);
    const refused = { name: "EnvironmentError", message: /Set DEADHEAT_STATE_DIR to a folder/ };
    assert.equal(stateDirectory(), state);
    chmodSync(state, 0o777);
    assert.throws(stateDirectory, refused);
    rmSync(state, { recursive: true });
    mkdirSync(join(folder, "theirs"), { mode: 0o700 });
    symlinkSync(join(folder, "theirs"), state);
    assert.throws(stateDirectory, refused);
    rmSync(state);
    // Only root can make a folder that is another user's.
    if (uid !== 0) return;
    mkdirSync(state, { mode: 0o700 });
    chownSync(state, 12_345, 12_345);
    assert.throws(stateDirectory, refused);
    // Nor does root use the usual folder of another user.
    mkdirSync(join(folder, "home/deadheat"), { recursive: true });
    chownSync(join(folder, "home/deadheat"), 12_345, 12_345);
    process.env.XDG_STATE_HOME = join(folder, "home");
    assert.throws(stateDirectory, refused);
  },
);
