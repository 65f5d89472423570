import { existsSync } from "node:fs";
import { join } from "node:path";
import { WriteStream } from "node:tty";
import { Command, CommanderError, Option } from "commander";
import { calibrate } from "./calibrate/calibrate.ts";
import { renderCalibration } from "./calibrate/summary.ts";
import {
  runCommand,
  type ExitCode,
  type Io,
  answers,
  count,
  duration,
  integer,
  integers,
  list,
  percent,
  openInBrowser,
} from "deadheat/cli";
import { compare } from "./run/compare.ts";
import {
  COMPARISON_MARGIN,
  exitCodeOfGate,
  onUndecided,
  RUN_MARGIN,
  type Result,
} from "@deadheat/judge";
import { examine, renderChecks } from "./doctor.ts";
import { UsageError, measures } from "@deadheat/journal";
import { listTargets, renderList } from "./list.ts";
import { presetNames } from "./like/presets.ts";
import { discoverTargets, selectTargets } from "./targets/discover.ts";
import { mergeFolders } from "./run/merge-folders.ts";
import { createApp, renderCreated } from "./new.ts";
import { renderChanges, renderComparison, renderResult, type TableOptions } from "@deadheat/report";
import { reportChanges, reportFolder } from "deadheat";
import { printable, printableInColor } from "@deadheat/report/format";
import { likeSections } from "./like/sections.ts";
import { discoverRetired } from "./targets/retired.ts";
import { checkScenario } from "./plan/prepare.ts";
import { run, type FinishedRun } from "./run/run.ts";
import { DEFAULT_PROFILE, profiles } from "./plan/profiles.ts";
import { alone } from "@deadheat/measure";
import { runtimeVersions } from "./targets/tools.ts";
import { renderVerdicts, verifyAll } from "./verify/verify-all.ts";

/** The `deadheat` command. Never throws: what goes wrong is said on standard error. */
export function main(args: readonly string[]): Promise<ExitCode> {
  return runCommand(async (io) => {
    let code: ExitCode = 0;
    try {
      await program(io, (result) => (code = result)).parseAsync([...args], { from: "user" });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      // It has said itself what is wrong, or shown its help.
      return error.exitCode === 0 ? 0 : 2;
    }
    return code;
  });
}

function program(io: Io, finish: (code: ExitCode) => void): Command {
  const deadheat = new Command("pnpm bench")
    .description("The HTTP benchmark that knows when it is a tie.")
    .exitOverride()
    .showHelpAfterError("(--help shows what there is)")
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(printable(text)),
    });
  const shown = io.color ? printableInColor : printable;
  const print = (text: string) => void io.stdout.write(shown(text));
  const answer = (json: boolean | undefined, document: unknown, text: () => string): void => {
    print(json ? `${JSON.stringify(document, null, 2)}\n` : text());
  };
  const known = () => discoverTargets(runtimeVersions());

  deadheat
    .command("run", { isDefault: true })
    .description("measure, and say how sure it is (the default command)")
    .addOption(
      new Option("--profile <name>", "how much")
        .choices(Object.keys(profiles))
        .default(DEFAULT_PROFILE),
    )
    .option(
      "--targets <list>",
      "framework/runtime, comma-separated: hono/*,express/node or all",
      list,
    )
    .option("--scenarios <list>", "text,json,pg-row: see `list`", list)
    .option("--budget <time>", "as many blocks as fit: 90s, 20m, 2h", duration)
    .option("--blocks <n>", "blocks of each cell, instead of the profile's or a budget's", integer)
    .option("--warmup <answers>", WARMUP, answers)
    .option(
      "--window <time>",
      "measured, of each block (default: 1.5s in quick, else 2s)",
      duration,
    )
    .addOption(ballast())
    .addOption(
      new Option("--like <benchmark>", "a published benchmark's matrix and table").choices(
        presetNames,
      ),
    )
    .option("--measure <list>", `what is taken of a cell: ${measures.join(",")}`, list)
    .option(
      "--connections <list>",
      "sweep each server alone at so many (default: 50,100,250,500)",
      integers,
    )
    .option("--rounds <n>", "of sweep and latency, each in fresh processes", integer)
    .option("--step <time>", "of each number of connections (2s) and each rate (5s)", duration)
    .option("--rate <n>", "requests/s that every target gets in its open loops (2000)", integer)
    .option("--margin <percent>", MARGIN, percent)
    .option(
      "--seed <number>",
      "draws the order of everything; makes it part of the cache key",
      integer,
    )
    .option("--resume", "go on with the interrupted run, as it was begun")
    .option("--force", "measure again what the cache holds")
    .option("--out <dir>", "where to write (default: results/runs/<run id>)")
    .addOption(allowConcurrent())
    .option("--json", "one JSON document on standard output")
    .action(async (options) => {
      const request = {
        profile: options.profile,
        targets: options.targets ?? null,
        scenarios: options.scenarios ?? null,
        budgetSeconds: options.budget ?? null,
        blocks: options.blocks ?? null,
        warmupAnswers: options.warmup ?? null,
        windowSeconds: options.window ?? null,
        seed: options.seed ?? null,
        ...(options.ballast === undefined ? {} : { ballast: options.ballast }),
        modes: {
          measure: options.measure ?? null,
          connections: options.connections ?? null,
          rounds: options.rounds ?? null,
          stepSeconds: options.step ?? null,
          rate: options.rate ?? null,
        },
        like: options.like ?? null,
        margin: options.margin ?? null,
      };
      const asked = {
        request,
        resume: options.resume ?? false,
        force: options.force ?? false,
        out: options.out ?? null,
      };
      const finished = await alone(options.allowConcurrent, io.note, (hold) =>
        run(asked, io, hold),
      );
      answer(options.json, finished, () => renderRun(finished, io));
      finish(exitCodeOf(finished.result));
    });

  deadheat
    .command("compare")
    .description("two targets head to head in duets")
    .argument("<a>", "framework/runtime")
    .argument("<b>", "framework/runtime")
    .option("--scenario <name>", "what both are asked", "text")
    .option("--budget <time>", "as many blocks as fit: 60s, 5m", duration)
    .option("--blocks <n>", "how many, without a budget (default: 8)", integer)
    .addOption(
      new Option("--margin <percent>", "how close to each other a dead heat is: 1%")
        .argParser(percent)
        .default(COMPARISON_MARGIN, "2%"),
    )
    .option(
      "--until <percent>",
      "stop when the interval is that tight on either side: 1%; --blocks come first, " +
        "--budget is the most that it may take (default: 10m)",
      percent,
    )
    .addOption(
      new Option(
        "--gate <percent>",
        "whether b is slower than a by more than that: exit with 0 when that is excluded, with 1 when it is so, " +
          "with 4 when --budget (default: 115s) ends before either is known: 5%",
      )
        .argParser(percent)
        .conflicts(["until", "blocks"]),
    )
    .addOption(
      new Option(
        "--on-undecided <outcome>",
        "what such a gate counts as: exit with 4 (the default), 0 or 1",
      ).choices(onUndecided),
    )
    .option("--warmup <answers>", WARMUP, answers)
    .option("--window <time>", "measured, of each block (default: 1s)", duration)
    .addOption(ballast())
    .option("--seed <number>", "draws the order of everything", integer)
    .option("--out <dir>", "where to write (default: results/runs/<run id>)")
    .addOption(allowConcurrent())
    .option("--json", "one JSON document on standard output")
    .action(async (a: string, b: string, options) => {
      if (options.onUndecided !== undefined && options.gate === undefined) {
        throw new UsageError("--on-undecided is about a gate: add --gate 5%");
      }
      const asked = {
        a,
        b,
        scenario: options.scenario,
        budgetSeconds: options.budget ?? null,
        blocks: options.blocks ?? null,
        until: options.until ?? null,
        gate: options.gate ?? null,
        margin: options.margin,
        warmupAnswers: options.warmup ?? null,
        windowSeconds: options.window ?? null,
        ballast: options.ballast ?? 0,
        seed: options.seed ?? null,
        out: options.out ?? null,
      };
      const comparison = await alone(options.allowConcurrent, io.note, (hold) =>
        compare(asked, io, hold),
      );
      answer(options.json, comparison, () => renderComparison(comparison));
      const { gate } = comparison;
      finish(gate ? exitCodeOfGate(gate.outcome, options.onUndecided ?? "undecided") : 0);
    });

  deadheat
    .command("calibrate")
    .description("measure the measure: servers of which the truth is known, on this machine")
    .option("--quick", "in ten minutes instead of an hour")
    .option("--only <list>", "experiments: aa,slowdown,stall,saturation,...", list)
    .option("--targets <list>", "with --only warmup: how many answers warm these", list)
    .option("--scenarios <list>", "with --only warmup: in these (default: text)", list)
    .option("--seed <number>", "draws the order of everything", integer)
    .option("--out <dir>", "where to write (default: results/runs/calibrate-<id>)")
    .addOption(allowConcurrent())
    .option("--json", "one JSON document on standard output")
    .action(async (options) => {
      const { path, calibration } = await alone(options.allowConcurrent, io.note, () =>
        calibrate(
          {
            size: options.quick ? "quick" : "full",
            only: options.only ?? null,
            targets: options.targets ?? null,
            scenarios: options.scenarios ?? null,
            seed: options.seed ?? null,
            out: options.out ?? null,
          },
          io,
        ),
      );
      answer(options.json, calibration, () => {
        return `${renderCalibration(calibration, { color: io.color })}Files: ${path}\n`;
      });
      finish(calibration.pass ? 0 : 1);
    });

  deadheat
    .command("list")
    .description("every target, with its version and scenarios, or why it cannot be measured")
    .option("--json", "one JSON document on standard output")
    .action((options) => {
      const rows = listTargets(known(), discoverRetired());
      answer(options.json, { targets: rows }, () => renderList(rows));
    });

  deadheat
    .command("verify")
    .description("check every route of every target, and how it differs from its floor")
    .option("--targets <list>", "framework/runtime, comma-separated", list)
    .option("--scenarios <list>", "those with a store to check (default: all)", list)
    .option("--json", "one JSON document on standard output")
    .action(async (options) => {
      const all = known();
      const chosen = selectTargets(all, options.targets ?? ["all"]);
      for (const name of options.scenarios ?? []) checkScenario(name);
      const cells = await verifyAll(chosen, all, io, options.scenarios);
      answer(options.json, { cells }, () => renderVerdicts(cells));
      finish(cells.some((cell) => cell.status === "failed") ? 1 : 0);
    });

  deadheat
    .command("doctor")
    .description("what a trustworthy run needs, and what is missing here")
    .option("--fix", "make beforehand what a run would make")
    .option("--json", "one JSON document on standard output")
    .action(async (options) => {
      const checks = await examine(io, { fix: options.fix ?? false });
      answer(options.json, { checks }, () => renderChecks(checks));
      finish(checks.some((check) => check.status === "fail") ? 1 : 0);
    });

  deadheat
    .command("report")
    .description(
      "show a run again and draw its report anew, or what changed from one run to another",
    )
    .argument("<dir>", "a run's folder")
    .argument("[later]", "the folder of a later run, to compare with")
    .option("--format <list>", "html,md,csv,json,bmf,gab, comma-separated (default: html,md)", list)
    .option("--margin <percent>", `of two runs: ${MARGIN}`, percent)
    .option("--open", "show the HTML in your browser")
    .action(async (directory: string, later: string | undefined, options) => {
      if (later === undefined) {
        if (options.margin !== undefined) {
          throw new UsageError(
            "a run's own words are found when it is merged: `pnpm bench merge DIR --margin 3% --out NEW`",
          );
        }
        const { files, result } = reportFolder(directory, options.format ?? null, likeSections);
        print(`${renderResult(result, tableOptions(result, io))}${filesLine(files)}`);
        if (options.open) await show(files, io);
      } else {
        const names = options.format ?? (options.open ? ["html"] : null);
        const { changes, files } = reportChanges(directory, later, names, options.margin);
        print(`${renderChanges(changes, widthOf(io))}${filesLine(files)}`);
        if (options.open) await show(files, io);
      }
    });

  deadheat
    .command("merge")
    .description("put runs of the same machine and settings together")
    .argument("<dirs...>", "runs' folders")
    .option("--margin <percent>", MARGIN, percent)
    .option("--out <dir>", "where to write (default: results/runs/<run id>)")
    .option("--json", "one JSON document on standard output")
    .action(async (directories: string[], options) => {
      const finished = await mergeFolders(directories, options.out ?? null, options.margin);
      answer(options.json, finished, () => renderRun(finished, io));
      finish(exitCodeOf(finished.result));
    });

  deadheat
    .command("new")
    .description("write the skeleton of a framework's app")
    .argument("<name>", "of the framework and its folder")
    .action((name: string) => {
      print(renderCreated(name, createApp(name)));
    });

  return deadheat;
}

const WARMUP = "answers that warm each server (default: 40000 on Node and Deno, 80000 on Bun)";

const MARGIN = `how close to each other a dead heat is (default: ${100 * RUN_MARGIN}%)`;

/** For those who check the measure: what a slow machine does to figures. */
function ballast(): Option {
  const what = "processes that only spin on the servers' CPU";
  return new Option("--ballast <n>", what).argParser(count).hideHelp();
}

function allowConcurrent(): Option {
  const what = "measure though another run does on this machine; the result says so";
  return new Option("--allow-concurrent", what).default(false, "refuse");
}

function renderRun({ path, result }: FinishedRun, io: Io): string {
  const folder = path.slice(0, -"/result.json".length);
  // Runs that were put together have their journals where they were.
  const journal = existsSync(join(folder, "journal")) ? `, ${folder}/journal/` : "";
  const files = `Report: ${folder}/report.html\nFiles:  ${path}\n        ${folder}/report.md${journal}\n`;
  return `${renderResult(result, tableOptions(result, io))}${files}`;
}

function tableOptions(result: Result, io: Io): TableOptions {
  return { color: io.color, columns: widthOf(io), sections: likeSections(result) };
}

/** Of the terminal that the answer goes to; null: it goes elsewhere, where nothing has to fit. */
function widthOf({ stdout }: Io): number | null {
  // A terminal that does not know its width says 0.
  return stdout instanceof WriteStream && stdout.isTTY ? stdout.columns || 80 : null;
}

async function show(files: readonly string[], io: Io): Promise<void> {
  const file = files.find((name) => name.endsWith(".html"));
  if (file === undefined) throw new UsageError("--open needs html among the formats");
  const problem = await openInBrowser(file);
  if (problem !== null) io.note(`deadheat: no browser could be started (${problem}): open ${file}`);
}

function filesLine(files: readonly string[]): string {
  return files.length === 0 ? "" : `Files: ${files.join("\n       ")}\n`;
}

function exitCodeOf(result: Result): ExitCode {
  return result.cells.some((cell) => cell.status === "failed" || cell.status === "limited") ? 1 : 0;
}
