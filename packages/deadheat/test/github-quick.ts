// Runs `deadheat github check` with the outcome that its argument names. Without an argument it measures with short
// rounds, for which the action has no input.
import process from "node:process";
import { outcomes } from "../../report/test/gated.ts";
import { runCommand } from "../src/terminal/command.ts";
import { gate } from "../src/compare/gate.ts";
import { check } from "../src/github/check.ts";

const found = outcomes[process.argv[2] ?? ""];

process.exitCode = await runCommand((io) =>
  check(io, (options) =>
    found === undefined
      ? gate({ ...options, warmupRequests: 1000, windowSeconds: 0.4 })
      : Promise.resolve({ ...found, out: null, cause: null }),
  ),
);
