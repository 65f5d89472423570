import type { MetricName, Limits, StoppingOptions } from "@deadheat/judge";
import type { Request } from "../config/config.ts";
import type { FurtherMeasure } from "./further.ts";
import type { Note } from "../step.ts";
import type { AppSource } from "../entrants/app-file.ts";

/** The options of a comparison. Only `base` is required. */
export interface CompareOptions extends Partial<Omit<StoppingOptions, "gate">> {
  /** The share by which the new server may be slower: 0.05 for 5 %. For several metrics: `{ cpu: 0.05, start: 0.2 }`, `memory-growth` in bytes per request. */
  readonly gate?: number | Limits | null | undefined;
  /** The metrics to measure beside CPU, start and memory: `latency`, `cost`, `size`, `memory-growth`. */
  readonly measure?: readonly FurtherMeasure[] | undefined;
  /** The metric that is named before looking, and keeps most of the error that is allowed. Default: `cpu`. */
  readonly primary?: MetricName | undefined;
  /** The base, written as on the command line: `[label=]<server>[/runtime[@version]]`. */
  readonly base: string;
  /** The new server. Without it, `base` is a range of revisions, or the revision to compare the working tree with. */
  readonly new?: string | undefined;
  /** The requests that both servers get. Default: `GET /hello` if deadheat supplies both apps, else `GET /`. */
  readonly requests?: readonly Request[] | undefined;
  /** The server file that revisions and packages are measured with. */
  readonly app?: string | undefined;
  /**
   * The source of the app for revisions. `each`, the default: each revision has its own app. If a revision has none, it
   * gets the working tree's app. `new`: both get the new revision's app. `tree`: both get the working tree's app.
   */
  readonly appFrom?: AppSource | undefined;
  /** A shell command that runs before a server starts. For a revision it runs in the checkout, after the install. */
  readonly setup?: string | undefined;
  /** The names of environment variables to pass to the servers. */
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
  /** Whether to resolve and install nothing new. */
  readonly offline?: boolean | undefined;
  /** The packages whose install scripts may run. */
  readonly allowScripts?: readonly string[] | undefined;
  /** Whether packages may come from git. */
  readonly allowGit?: boolean | undefined;
  /** The largest relative difference that counts as a tie. Default: 0.02. */
  readonly margin?: number | undefined;
  /** The number of answers that warm up each server. The default is known to be enough. */
  readonly warmupRequests?: number | null | undefined;
  /** The measured seconds of each round. */
  readonly windowSeconds?: number | null | undefined;
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
