import type { StoppingOptions } from "@deadheat/judge";
import type { Request } from "../config/config.ts";
import type { AppSource } from "../entrants/app-file.ts";

/** What is compared, how it is asked, and when that is enough; all but `base` may be left out. */
export interface CompareOptions extends Partial<StoppingOptions> {
  /** `[label=]<server>[/runtime[@version]]`, as on the command line. */
  readonly base: string;
  /** Without it `base` is a range of revisions, or one that the working tree is compared with. */
  readonly new?: string | undefined;
  /** Asked of both: `GET /`, or more of it. Unless given, `GET /hello` of the framework's apps, else `GET /`. */
  readonly requests?: readonly Request[] | undefined;
  /** The server's file with which revisions and packages are measured. */
  readonly app?: string | undefined;
  /**
   * The side whose app revisions are measured with. `each`, the default: each with its own; where a revision has none, the
   * working tree's is placed there. `new`: both with the new one's. `tree`: both with the working tree's.
   */
  readonly appFrom?: AppSource | undefined;
  /** A shell command that is run before a server is started, in a revision's checkout after its install. */
  readonly setup?: string | undefined;
  /** Names of environment variables that the servers get. */
  readonly env?: readonly string[] | undefined;
  /** Measured though they answer differently; each is held to its own answer. */
  readonly allowDifferent?: boolean | undefined;
  /** Measured though both load the same code. */
  readonly aa?: boolean | undefined;
  /** Nothing is resolved or installed anew. */
  readonly offline?: boolean | undefined;
  /** Packages whose install scripts may run. */
  readonly allowScripts?: readonly string[] | undefined;
  /** Packages may come from git. */
  readonly allowGit?: boolean | undefined;
  /** How close to each other a dead heat is, relative; 0.02. */
  readonly margin?: number | undefined;
  /** Answers that warm each server; as many as are known to be enough. */
  readonly warmupAnswers?: number | null | undefined;
  readonly windowSeconds?: number | null | undefined;
  /** Draws the order of everything. */
  readonly seed?: number | null | undefined;
  /** The folder of the journals; one of its own in the user's cache directory. */
  readonly out?: string | null | undefined;
  /** What paths are relative to; where the process stands. */
  readonly cwd?: string | undefined;
  /** Measures though another run does on this machine. */
  readonly allowConcurrent?: boolean | undefined;
  /** Ends the work in order: no process is left when `compare` rejects with `Interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** A line for people, now and then. */
  readonly onProgress?: ((line: string) => void) | undefined;
}
