import { resolve } from "node:path";
import process from "node:process";
import type {
  ExplainedMetric,
  Limits,
  Measure,
  MetricName,
  StoppingOptions,
} from "@deadheat/judge";
import { Interrupted } from "@deadheat/journal";
import type { Request, Service } from "../config/config.ts";
import type { Note } from "../step.ts";

/** The sources of the app for revisions: each revision's own, or the new one's or the working tree's for both. */
export const appSources = ["each", "new", "tree"] as const;
export type AppSource = (typeof appSources)[number];

/** The options of a comparison. Only `base` is required, or two `commands`. */
export interface CompareOptions extends Partial<Omit<StoppingOptions, "gate">> {
  /** The share by which the new server may be slower: 0.05 for 5 %. For several metrics: `{ cpu: 0.05, start: 0.2 }`, `memory-growth` in bytes per request. */
  readonly gate?: number | Limits | null | undefined;
  /** The metrics to measure beside CPU, start and memory: `latency`, `cost`, `size`, `memory-growth`, ... */
  readonly measure?: readonly Measure[] | undefined;
  /** The metric that is named before looking, and keeps most of the error that is allowed. Default: `cpu`. */
  readonly primary?: MetricName | undefined;
  /** The base, written as on the command line: `[label=]<server>[/runtime[@version]]`. Optional with two `commands`. */
  readonly base?: string | undefined;
  /** The new server. Without it, `base` is a range of revisions, or the revision to compare the working tree with. */
  readonly new?: string | undefined;
  /** Further servers to compare with the base. All of them are then ranked. */
  readonly others?: readonly string[] | undefined;
  /** The path of the configuration; `deadheat.config.*` in `cwd` unless given. */
  readonly config?: string | undefined;
  /** The labels of the configuration's targets that are measured; all of them unless given. */
  readonly targets?: readonly string[] | undefined;
  /** Runtimes that replace those of the configuration, such as `node` or `bun@1.3`. */
  readonly runtimes?: readonly string[] | undefined;
  /** The requests that both servers get. Default: `GET /hello` if deadheat supplies both apps, else `GET /`. */
  readonly requests?: readonly Request[] | undefined;
  /** The server file that revisions and packages are measured with. */
  readonly app?: string | undefined;
  /** The command that starts the server of revisions; a second one starts the new server. Without `base`, both run in `cwd`. */
  readonly commands?: readonly string[] | undefined;
  /** The seconds within which a server must be ready. Default: 20. */
  readonly readySeconds?: number | null | undefined;
  /**
   * The source of the app for revisions. `each`, the default: each revision has its own app. If a revision has none, it
   * gets the working tree's app. `new`: both get the new revision's app. `tree`: both get the working tree's app.
   */
  readonly appFrom?: AppSource | undefined;
  /** A shell command that runs before a server starts. For a revision it runs in the checkout, after the install. */
  readonly setup?: string | undefined;
  /** The services of the servers: `postgres`, `redis`, or a program. */
  readonly services?: readonly Service[] | undefined;
  /** A shell command that fills the services of each server once. */
  readonly prepare?: string | undefined;
  /** The names of environment variables to pass to the servers, or files of them: `API_KEY`, `.env`. */
  readonly env?: readonly string[] | undefined;
  /** The parts of all responses that are not compared: `$.id`, `/nonce="[^"]+"/`. */
  readonly ignore?: readonly string[] | undefined;
  /** false to open a connection for each request. Default: true. */
  readonly keepAlive?: boolean | undefined;
  /** Whether to measure servers that answer differently. Each must then keep to the form of its own responses. */
  readonly allowDifferent?: boolean | undefined;
  /** Whether to measure servers that load the same code. */
  readonly aa?: boolean | undefined;
  /** Whether to explain the difference afterwards, in another minute. A gate explains only its worst failure. */
  readonly explain?: boolean | undefined;
  /** Names what became more expensive by more than this share of the base's CPU time per request. A gate fails on it. */
  readonly functions?: number | undefined;
  /** Whether to resolve and install nothing new. */
  readonly offline?: boolean | undefined;
  /** The packages whose install scripts may run. */
  readonly allowScripts?: readonly string[] | undefined;
  /** Whether packages may come from git. */
  readonly allowGit?: boolean | undefined;
  /** false to start servers without their own namespaces. Default: true, where the system has them (Linux). */
  readonly isolation?: boolean | undefined;
  /** The largest relative difference that counts as a tie. Default: 0.02. */
  readonly margin?: number | undefined;
  /** The number of answers that warm up each server. The default is known to be enough. */
  readonly warmupRequests?: number | null | undefined;
  /** The measured seconds of each round. */
  readonly windowSeconds?: number | null | undefined;
  /** The connections of the load. By default 50, or as many as suit the servers. */
  readonly connections?: number | null | undefined;
  /** The requests per second at which latency is measured, which this adds to the metrics. Default: 2000. */
  readonly rate?: number | null | undefined;
  /** The number of duets that are measured at once. Default: 1; of `run` and `history`, as many as the machine has pairs of cores. */
  readonly parallel?: number | null | undefined;
  /** The seed of the random order. */
  readonly seed?: number | null | undefined;
  /** The folder for the journals. Default: a new folder in the user's cache directory. */
  readonly out?: string | null | undefined;
  /** The folder that paths are relative to. Default: the working directory of the process. */
  readonly cwd?: string | undefined;
  /** Whether to measure while another run measures on this machine. */
  readonly allowConcurrent?: boolean | undefined;
  /** The signal that stops the work in order. No process is left when `compare` rejects with `Interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Receives lines of progress for people; with a step if the next step's line replaces it. */
  readonly onProgress?: Note | undefined;
}

/** The options of a gate. Only `base` is required. */
export interface GateOptions extends Omit<CompareOptions, "rounds" | "until" | "others"> {
  /** The folder whose project has the `.npmrc` and the runtimes that are used; `cwd` unless given. */
  readonly project?: string | undefined;
  /**
   * Also measures the base against itself, once for each runtime and request, in turn with the others. If such a control
   * finds a difference, the outcome is `unmeasured`.
   */
  readonly control?: boolean | undefined;
  /** Measures each request, also those that the change does not touch. */
  readonly each?: boolean | undefined;
  /** Measures many requests in one load, as the trial of `init` does. */
  readonly together?: boolean | undefined;
}

/** The options of an explanation. Only `base` is required. */
export interface ExplainOptions extends Omit<
  CompareOptions,
  "rounds" | "others" | "explain" | "functions" | "until" | "gate" | "margin" | "parallel"
> {
  /** The metric to explain: `cpu` (default), `startup`, `memory` or `memory-growth`. */
  readonly metric?: ExplainedMetric | undefined;
  /** true to put the old packages and lines into copies of the new server, and to measure what that gives back. */
  readonly prove?: boolean | undefined;
}

/** The options of one command on a pair of servers, with the values that the caller may leave out. */
export interface Options extends Omit<
  CompareOptions & GateOptions,
  "cwd" | "signal" | "onProgress"
> {
  readonly command: "compare" | "gate" | "explain";
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly note: Note;
}

/** Returns the options of a command in full. The signal aborts with the caller's, but always with Interrupted. */
export function inFull(
  command: Options["command"],
  options: CompareOptions & GateOptions,
): Options {
  const { cwd = process.cwd(), signal, onProgress: note = () => {}, ...others } = options;
  return { ...others, command, cwd: resolve(cwd), signal: interruptible(signal), note };
}

/** Returns a signal that aborts with `callers`, but whose reason is always Interrupted. */
export function interruptible(callers: AbortSignal | undefined): AbortSignal {
  const own = new AbortController();
  const stop = () => own.abort(new Interrupted());
  if (callers?.aborted) stop();
  else callers?.addEventListener("abort", stop, { once: true });
  return own.signal;
}
