import process from "node:process";
import { pinOurselves } from "@deadheat/measure";
import type { Lab } from "../src/calibrate/lab/experiment.ts";
import { instrument } from "../src/calibrate/lab/instrument.ts";
import { labOf } from "../src/calibrate/lab/lab.ts";
import { prepare } from "../src/plan/prepare.ts";

/** Runs `work` in the lab of a calibration, pinned as a run is. Ctrl-C ends it. */
export async function inLab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const aborter = new AbortController();
  process.once("SIGINT", () => aborter.abort());
  const io = {
    stdout: process.stdout,
    stderr: process.stderr,
    terminal: false,
    columns: 120,
    color: false,
    signal: aborter.signal,
    note: (line: string) => process.stderr.write(`${line}\n`),
  };
  const request = {
    profile: "quick",
    targets: ["node-http/node"],
    scenarios: ["text"],
    calibration: true,
  };
  const prepared = await prepare(request, io);
  const lab = labOf(
    { size: "quick" },
    { ...prepared, addresses: {} },
    { append() {} },
    io,
    instrument,
  );
  const unpin = pinOurselves(lab.pinning);
  try {
    await work(lab);
  } finally {
    unpin();
  }
}
