import { readFileSync } from "node:fs";
import process from "node:process";
import { resolve } from "node:path";
import type { Command } from "commander";
import { messageOf, UsageError } from "@deadheat/journal";
import { COMPARISON_MARGIN } from "@deadheat/judge";
import { alone } from "@deadheat/measure";
import { compareServers, parseRequest } from "../servers.ts";
import { compareSentences } from "./compare-text.ts";
import type { Io } from "./io.ts";
import { answers, duration, integer, percent } from "./option-values.ts";

/** `deadheat compare <base> <new>`. */
export function addCompare(deadheat: Command, io: Io): void {
  deadheat
    .command("compare")
    .description(
      "two servers of your own, head to head in duets: is the new one slower than the base?",
    )
    .argument("<base>", "[label=]./server.ts[/node|/bun|/deno]")
    .argument("<new>", "likewise")
    .option("--request <request>", "what both are asked", "GET /")
    .option("--header <header>", "sent with it, more than once for several", collect, [])
    .option("--body <body>", "sent with it: the text, or @file")
    .option("--budget <time>", "as many blocks as fit: 60s, 5m", duration)
    .option("--blocks <n>", "how many, without a budget (default: 8)", integer)
    .option("--until <percent>", "stop when the interval is that tight on either side: 1%", percent)
    .option("--margin <percent>", "how close to each other a dead heat is (default: 2%)", percent)
    .option("--warmup <answers>", "answers that warm each server", answers)
    .option("--window <time>", "measured, of each block (default: 1s)", duration)
    .option("--seed <number>", "draws the order of everything", integer)
    .option("--out <dir>", "where the journal goes (default: a folder in your cache directory)")
    .option("--allow-concurrent", "measure though another run does on this machine", false)
    .option("--json", "one JSON document on standard output", false)
    .action(async (base: string, other: string, options) => {
      const cwd = process.env.INIT_CWD ?? process.cwd();
      const request = parseRequest(options.request, options.header, options.body ?? null, (file) =>
        read(resolve(cwd, file)),
      );
      const asked = {
        base,
        new: other,
        request,
        budgetSeconds: options.budget ?? null,
        blocks: options.blocks ?? null,
        until: options.until ?? null,
        margin: options.margin ?? COMPARISON_MARGIN,
        warmupAnswers: options.warmup ?? null,
        windowSeconds: options.window ?? null,
        seed: options.seed ?? null,
        out: options.out ?? null,
      };
      const compared = await alone(options.allowConcurrent, io.note, (hold) =>
        compareServers(asked, cwd, io, hold),
      );
      io.stdout.write(options.json ? `${JSON.stringify(compared)}\n` : compareSentences(compared));
    });
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--body @${file} cannot be read: ${messageOf(error)}`);
  }
}
