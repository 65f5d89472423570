import type { Runtime } from "@deadheat/journal";

/** The server of a project, as its own files say. */
export interface FoundServer {
  /**
   * The program and its arguments, without a shell; `{port}` is replaced by the port. null if `file` exports an app that
   * deadheat has to serve. A program of the project's node_modules/.bin has its bare name.
   */
  readonly command: readonly string[] | null;
  /** The variables that the command sets. PORT and NODE_ENV=production are left out: every server has them. */
  readonly env: Readonly<Record<string, string>>;
  /** The path of the file that is started, if it is one: `src/server.ts`. */
  readonly file: string | null;
  readonly runtime: Runtime;
  /** The shell command that builds the server; null if none is needed. */
  readonly setup: string | null;
  /** The path of the server's first route without parameters, as far as its file has one. */
  readonly path: string | null;
  /** Whether the server is likely to listen on PORT. null if its files do not show that. */
  readonly readsPort: boolean | null;
  /** The place that names the server, in words: "start in package.json". */
  readonly why: string;
}
