import { depths, explainedMetrics, limitNames, measureNames, type Limits } from "@deadheat/judge";
import { colorChoices } from "../terminal/colors.ts";
import {
  count,
  duration,
  measuresNamed,
  integer,
  limits,
  metric,
  packageName,
  percent,
  rate,
  responses,
  service,
  STANDARD_INPUT,
} from "./option-values.ts";
import { appSources } from "./options.ts";

/** An option, as the command line, the action's inputs and the command that repeats a measurement have it. */
export interface OptionRow {
  /** The flag and its value, as the help shows them. */
  readonly flags: string;
  readonly help: string;
  /** Reads the value. Throws an InvalidArgumentError. Without it the value is the text. */
  readonly parse?: (text: string) => unknown;
  readonly choices?: readonly string[];
  /** The text of a flag without its optional value. */
  readonly preset?: string;
  /** true if the option may be repeated; the value is then a list. */
  readonly many?: true;
  /** Returns the value as the command that repeats a measurement writes it; null to leave the option out. */
  readonly write?: (value: never) => string | null;
}

const many = true;
const leftOut = () => null;
const seconds = (value: number) => `${value}s`;

/**
 * The options of the commands, by their names in the API. The order is that of the command that repeats a measurement, which
 * leaves out header fields, bodies and `--setup`: some are secrets.
 */
const rows = {
  app: {
    flags: "--app <file>",
    help: "the server file for revisions and packages: ./server.ts, ./server.ts/bun",
  },
  commands: {
    flags: "--command <command>",
    help: 'the command that starts the server, such as "npm start"; a second one starts the new server',
    many,
  },
  config: {
    flags: "--config <file>",
    help: "the configuration file (default: deadheat.config.*)",
  },
  appFrom: {
    flags: "--app-from <side>",
    help: "which app file to run: each revision's own (default), the new revision's for both, or the working tree's for both",
    choices: appSources,
  },
  targets: {
    flags: "--target <label>",
    help: "a target of the configuration to measure, repeat for several (default: all)",
    many,
  },
  runtimes: {
    flags: "--runtime <runtime>",
    help: "a runtime instead of the configuration's: node, bun@1.3, repeat for several",
    many,
  },
  request: {
    flags: "--request <request>",
    help: "a request to measure, repeat for several, or - for the lines of standard input (default: GET /)",
    many,
  },
  urls: {
    flags: "--urls <file>",
    help: "a file of paths, or an access log, whose GET requests are one more request to measure; - for standard input",
    write: (file: string) => (file.endsWith(`/${STANDARD_INPUT}`) ? "-" : file),
  },
  connections: {
    flags: "--connections <n>",
    help: "the open connections of the load (default: 50, or as many as suit the servers)",
    parse: count,
  },
  rate: {
    flags: "--rate <n>",
    help: "also measure latency at this many requests/s (with --measure latency: 2000)",
    parse: rate,
  },
  header: {
    flags: "--header <header>",
    help: "a header of the requests, repeat for several",
    many,
    write: leftOut,
  },
  body: {
    flags: "--body <body>",
    help: "the body of the requests: the text, @file, or @- for standard input",
    write: leftOut,
  },
  setup: {
    flags: "--setup <command>",
    help: 'a shell command to run before the servers start, such as "npm run build"',
    write: leftOut,
  },
  services: {
    flags: "--service <name>",
    help: "a database to start, in which each server has its own data: postgres, redis, postgres=PG_URL, repeat for several",
    parse: service,
    many,
  },
  prepare: {
    flags: "--prepare <command>",
    help: 'a shell command that fills the databases of each server, such as "npm run migrate"',
    write: leftOut,
  },
  readySeconds: {
    flags: "--ready <time>",
    help: "the time within which a server must be ready (default: 20s)",
    parse: duration,
    write: seconds,
  },
  env: {
    flags: "--env <name>",
    help: "an environment variable to pass to the servers, or a file of them such as .env, repeat for several",
    many,
    write: leftOut,
  },
  offline: {
    flags: "--offline",
    help: "install nothing new: use the versions that were resolved last",
    write: leftOut,
  },
  allowScripts: {
    flags: "--allow-scripts <package>",
    help: "a package whose install scripts may run, repeat for several",
    parse: packageName,
    many,
  },
  gate: {
    flags: "--gate <limits>",
    help: "how much slower the new server may be: 5%, or cpu:5%,memory-peak:10%,memory-growth:100B (default: the configuration's, else 5%)",
    parse: limits,
    write: limitsWords,
  },
  measure: {
    flags: "--measure <list>",
    help: `metrics to add to CPU time, startup time and memory: ${measureNames.join(",")}`,
    parse: measuresNamed,
    write: (value: readonly string[]) => value.join(","),
  },
  primary: {
    flags: "--primary <metric>",
    help: "the metric that is tested first: cpu (default), start, memory-peak",
    parse: metric,
  },
  margin: {
    flags: "--margin <percent>",
    help: 'treat differences up to this size as "same" (default: 2%)',
    parse: percent,
    write: percentWords,
  },
  firstParent: { flags: "--first-parent", help: "name a merge, and do not search its branch" },
  threshold: {
    flags: "--threshold <percent>",
    help: "slowdown from which a commit counts as slow (default: half of the total slowdown)",
    parse: percent,
    write: percentWords,
  },
  all: {
    flags: "--all <percent>",
    help: "find every change above this size, instead of the largest",
    parse: percent,
    write: percentWords,
  },
  depth: {
    flags: "--depth <level>",
    help: "how far down to search: commit, package, release or code (default: package)",
    choices: depths,
  },
  prove: {
    flags: "--prove",
    help: "put the old package and the old lines into a copy of the new server, and measure what that gives back (10 minutes at most)",
  },
  rounds: {
    flags: "--rounds <n>",
    help: "the number of rounds, if there is no budget (default: 8)",
    parse: integer,
  },
  until: {
    flags: "--until <percent>",
    help: "measure until the interval is this narrow on either side: 1%",
    parse: percent,
    write: percentWords,
  },
  budgetSeconds: {
    flags: "--budget <time>",
    help: "measure as many rounds as fit into this time: 60s, 5m",
    parse: duration,
    write: seconds,
  },
  parallel: {
    flags: "--parallel <n>",
    help: "the number of duets at once, each on CPUs of its own (default: 1, run and history: one for two cores)",
    parse: count,
  },
  warmupRequests: {
    flags: "--warmup <requests>",
    help: "the number of requests that warm up each server",
    parse: responses,
  },
  windowSeconds: {
    flags: "--window <time>",
    help: "the measured time of each round (default: 1s, or as long as the servers need; explain: 2s)",
    parse: duration,
    write: seconds,
  },
  ignore: {
    flags: "--ignore <pattern>",
    help: 'a part of the responses that is not compared, repeat for several: $.id, \'/nonce="[^"]+"/\'',
    many,
  },
  isolation: {
    flags: "--no-isolation",
    help: "start the servers without their own namespaces (Linux)",
  },
  keepAlive: { flags: "--no-keepalive", help: "open a connection for each request" },
  allowDifferent: {
    flags: "--allow-different",
    help: "measure even if the servers return different responses",
  },
  allowGit: { flags: "--allow-git", help: "allow packages from git" },
  each: {
    flags: "--all",
    help: "measure each request, not only those that the change touches",
  },
  aa: { flags: "--aa", help: "measure even if both servers load the same code" },
  control: {
    flags: "--control",
    help: "also measure the base against itself, and give no verdict if that shows a difference",
  },
  explain: {
    flags: "--explain",
    help: "also profile both servers, to name the functions that make the difference",
  },
  functions: {
    flags: "--functions [percent]",
    help: "also profile both servers, to name functions, files and packages that take more, by more than this share of a request (0.5%); a gate fails on them",
    parse: percent,
    preset: "0.5%",
    write: percentWords,
  },
  metric: {
    flags: "--metric <metric>",
    help: `the metric to explain: ${explainedMetrics.join(", ")} (default: cpu)`,
    choices: explainedMetrics,
  },
  seed: {
    flags: "--seed <number>",
    help: "the seed of the random order",
    parse: integer,
    write: leftOut,
  },
  out: {
    flags: "--out <dir>",
    help: "the folder for the journals (default: a folder in your cache directory)",
    write: leftOut,
  },
  resume: {
    flags: "--resume",
    help: "continue the interrupted measurement in --out, or the latest one",
    write: leftOut,
  },
  allowConcurrent: {
    flags: "--allow-concurrent",
    help: "measure even if another run measures on this machine",
    write: leftOut,
  },
  verbose: { flags: "--verbose", help: "print the p values and bottlenecks too", write: leftOut },
  open: { flags: "--open", help: "open the report in your browser", write: leftOut },
  markdown: { flags: "--markdown", help: "print Markdown, for an issue", write: leftOut },
  exportJson: {
    flags: "--export-json <file>",
    help: "also write the JSON document to a file",
    write: leftOut,
  },
  exportMarkdown: {
    flags: "--export-markdown <file>",
    help: "also write the result as Markdown to a file",
    write: leftOut,
  },
  exportCsv: {
    flags: "--export-csv <file>",
    help: "also write every metric as CSV to a file",
    write: leftOut,
  },
  exportJunit: {
    flags: "--export-junit <file>",
    help: "also write the limits as a JUnit report to a file",
    write: leftOut,
  },
  color: {
    flags: "--color <when>",
    help: "print colors: auto (default), always, never",
    choices: colorChoices,
    write: leftOut,
  },
  json: { flags: "--json", help: "print one JSON document on standard output", write: leftOut },
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof rows;
export const optionTable: Readonly<Record<OptionName, OptionRow>> = rows;

function limitsWords(gate: number | Limits): string | null {
  const given: Limits = typeof gate === "number" ? { cpu: gate } : gate;
  const words = limitNames.flatMap((name) => {
    const limit = given[name];
    if (limit === undefined) return [];
    return [`${name}:${name === "memory-growth" ? `${limit}B` : percentWords(limit)}`];
  });
  if (words.length === 0) return null;
  return words.join(",").replace(/^cpu:([^,]*)$/, "$1");
}

function percentWords(share: number): string {
  return `${Number((100 * share).toPrecision(6))}%`;
}
