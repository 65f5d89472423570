import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { Command, Option } from "commander";
import { messageOf, UsageError } from "@deadheat/journal";
import { appSources, type AppSource } from "../entrants/app-file.ts";
import { parseRequest } from "../config/request.ts";
import { answers, duration, integer, percent } from "./option-values.ts";

/** What every command takes that measures servers of the user's own. */
export function withMeasuring<C extends Command>(command: C): C {
  return command
    .option(
      "--request <request>",
      "what both are asked, more than once for several (default: GET /)",
      collect,
    )
    .option("--header <header>", "sent with it, more than once for several", collect)
    .option("--body <body>", "sent with it: the text, or @file")
    .option(
      "--app <file>",
      "the server that revisions and packages are measured with: ./server.ts, ./server.ts/bun",
    )
    .option("--setup <command>", 'a shell command to run before, such as "npm run build"')
    .option("--allow-different", "measure though they do not answer alike")
    .option(
      "--env <name>",
      "an environment variable of yours that they get, more than once",
      collect,
    )
    .option("--offline", "install nothing anew: take what was resolved last")
    .option(
      "--allow-scripts <package>",
      "whose install scripts may run, more than once for several",
      collect,
    )
    .option("--allow-git", "packages may come from git")
    .option("--budget <time>", "as many blocks as fit: 60s, 5m", duration)
    .option("--margin <percent>", "how close to each other a dead heat is (default: 2%)", percent)
    .option("--warmup <answers>", "answers that warm each server", answers)
    .option("--window <time>", "measured, of each block (default: 1s)", duration)
    .option("--seed <number>", "draws the order of everything", integer)
    .option("--out <dir>", "where the journals go (default: a folder in your cache directory)")
    .option("--allow-concurrent", "measure though another run does on this machine")
    .option("--json", "one JSON document on standard output") as C;
}

/** And what those take besides that compare a base and a new one. */
export function withPair<C extends Command>(command: C): C {
  return withMeasuring(command)
    .addOption(
      new Option(
        "--app-from <side>",
        "the side whose app revisions are measured with: each its own (default), both the new one's, both the working tree's",
      ).choices(appSources),
    )
    .option("--aa", "measure though both load the same code")
    .option("--verbose", "print the p values too") as C;
}

export interface MeasuringOptions {
  readonly request?: readonly string[];
  readonly header?: readonly string[];
  readonly body?: string;
  readonly app?: string;
  readonly appFrom?: AppSource;
  readonly setup?: string;
  readonly env?: readonly string[];
  readonly allowDifferent?: true;
  readonly aa?: true;
  readonly verbose?: true;
  readonly offline?: true;
  readonly allowScripts?: readonly string[];
  readonly allowGit?: true;
  readonly budget?: number;
  readonly margin?: number;
  readonly warmup?: number;
  readonly window?: number;
  readonly seed?: number;
  readonly out?: string;
  readonly allowConcurrent?: true;
  readonly json?: true;
}

/** The same, as `compare` takes them; what was not given is not there. */
export function asked(options: MeasuringOptions) {
  const {
    request = [],
    header = [],
    body,
    budget,
    warmup,
    window,
    out,
    json: _,
    verbose: __,
    ...rest
  } = options;
  // Not INIT_CWD: a package's script is written for its own folder, wherever `npm run` is called.
  const cwd = process.cwd();
  // One body for several requests is meant for those that have one.
  const bodyOf = (line: string) =>
    request.length > 1 && !/^[a-z]*(?<!get|head)\s/i.test(line) ? undefined : body;
  const lines =
    request.length === 0 && (header.length > 0 || body !== undefined) ? ["GET /"] : request;
  return {
    ...rest,
    cwd,
    ...(lines.length > 0 && {
      requests: lines.map((line) => requestOf(line, header, bodyOf(line), cwd)),
    }),
    budgetSeconds: budget ?? null,
    warmupAnswers: warmup ?? null,
    windowSeconds: window ?? null,
    out: out === undefined ? null : resolve(cwd, out),
  };
}

function requestOf(line: string, header: readonly string[], body: string | undefined, cwd: string) {
  const {
    method,
    path,
    headers,
    body: text,
  } = parseRequest(line, header, body ?? null, (file) => read(resolve(cwd, file)));
  return { method, path, headers, ...(text !== null && { body: text }) };
}

/** An option that may be given more than once. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--body @${file} cannot be read: ${messageOf(error)}`);
  }
}
