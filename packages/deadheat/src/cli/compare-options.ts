import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { Command, Option } from "commander";
import { messageOf, UsageError } from "@deadheat/journal";
import type { CompareOptions } from "../compare/options.ts";
import { appSources } from "../entrants/app-file.ts";
import { parseRequest } from "../config/request.ts";
import { responses, duration, metric, further, integer, percent } from "./option-values.ts";

/** Adds the options of every command that measures the user's own servers. */
export function withMeasuring<C extends Command>(command: C, usualWindow = "1s"): C {
  return command
    .option(
      "--request <request>",
      "a request to measure, repeat for several (default: GET /)",
      collect,
    )
    .option("--header <header>", "a header of the requests, repeat for several", collect)
    .option("--body <body>", "the body of the requests: the text, or @file")
    .option(
      "--app <file>",
      "the server file for revisions and packages: ./server.ts, ./server.ts/bun",
    )
    .option(
      "--setup <command>",
      'a shell command to run before the servers start, such as "npm run build"',
    )
    .option(
      "--ignore <pattern>",
      'a part of the responses that is not compared, repeat for several: $.id, \'/nonce="[^"]+"/\'',
      collect,
    )
    .option("--allow-different", "measure even if the servers answer differently")
    .option(
      "--env <name>",
      "an environment variable to pass to the servers, repeat for several",
      collect,
    )
    .option("--offline", "install nothing new: use the versions that were resolved last")
    .option(
      "--allow-scripts <package>",
      "a package whose install scripts may run, repeat for several",
      collect,
    )
    .option("--allow-git", "allow packages from git")
    .option("--budget <time>", "measure as many rounds as fit into this time: 60s, 5m", duration)
    .option("--warmup <answers>", "the number of answers that warm up each server", responses)
    .option(
      "--window <time>",
      `the measured time of each round (default: ${usualWindow})`,
      duration,
    )
    .option("--seed <number>", "the seed of the random order", integer)
    .option(
      "--out <dir>",
      "the folder for the journals (default: a folder in your cache directory)",
    )
    .option("--allow-concurrent", "measure even if another run measures on this machine")
    .option("--json", "print one JSON document on standard output") as C;
}

/** Adds the option of the commands that say a word about a difference. */
export function withMargin<C extends Command>(command: C): C {
  return command.option(
    "--margin <percent>",
    "the largest difference that counts as a tie (default: 2%)",
    percent,
  ) as C;
}

/** Adds the option of the commands that may explain what they find. */
export function withExplain<C extends Command>(command: C): C {
  return command.option(
    "--explain",
    "then profile both servers for a minute: which functions make the difference?",
  ) as C;
}

/** Adds the options of the commands that take a base and a new server. */
export function withSides<C extends Command>(command: C): C {
  return command
    .addOption(
      new Option(
        "--app-from <side>",
        "the source of the app for revisions: each its own (default), the new one's for both, the working tree's for both",
      ).choices(appSources),
    )
    .option("--no-keepalive", "open a connection for each request")
    .option("--aa", "measure even if both servers load the same code")
    .option("--open", "open the report in your browser") as C;
}

/** Adds the options that choose the metrics of a comparison. */
export function withMetrics<C extends Command>(command: C): C {
  return command
    .option(
      "--measure <list>",
      "what to measure beside CPU, start and memory: latency,cost,size,memory-growth",
      further,
    )
    .option(
      "--primary <metric>",
      "the metric that decides: cpu (default), start, memory-peak",
      metric,
    ) as C;
}

/** Adds the options of `compare` and `gate`, which give a base and a new server a word for each metric. */
export function withPair<C extends Command>(command: C): C {
  return withMetrics(withSides(withMargin(withMeasuring(command)))).option(
    "--verbose",
    "print the p values too",
  ) as C;
}

/** The options of these commands as commander reads them: those of `compare`, some in the words of the command line. */
interface Read extends Partial<CompareOptions> {
  readonly request?: readonly string[];
  readonly header?: readonly string[];
  readonly body?: string;
  readonly budget?: number;
  readonly warmup?: number;
  readonly window?: number;
  readonly keepalive?: boolean;
  readonly verbose?: true;
  readonly open?: true;
  readonly json?: true;
}

/** Returns the options in the form that `compare` takes. */
export function asked(read: Read) {
  const {
    request = [],
    header = [],
    body,
    budget,
    warmup,
    window,
    keepalive = true,
    json: _,
    verbose: __,
    open: ___,
    ...rest
  } = read;
  // INIT_CWD is ignored: a package's script expects its own folder, wherever `npm run` is called.
  const cwd = process.cwd();
  const some = request.length > 0 || header.length > 0 || body !== undefined;
  const lines = request.length === 0 && some ? ["GET /"] : request;
  const text = body?.startsWith("@") ? bodyIn(resolve(cwd, body.slice(1))) : body;
  const requests = lines.map((line) => {
    // If there are several requests, GET and HEAD requests get no body.
    const bare = lines.length > 1 && !/^[a-z]*(?<!get|head)\s/i.test(line);
    return { ...parseRequest(line, header), ...(text !== undefined && !bare && { body: text }) };
  });
  return {
    ...rest,
    cwd,
    ...(some && { requests }),
    ...(!keepalive && { keepAlive: false }),
    budgetSeconds: budget ?? null,
    warmupRequests: warmup ?? null,
    windowSeconds: window ?? null,
    out: rest.out ? resolve(cwd, rest.out) : null,
  };
}

export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function bodyIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--body @${file} cannot be read: ${messageOf(error)}`);
  }
}
