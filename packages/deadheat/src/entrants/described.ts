import type { Commit } from "@deadheat/versions";
import type { AppFile, AppSource } from "./app-file.ts";
import type { Program } from "./side.ts";
import type { WantedRuntime } from "./runtime-suffix.ts";

/** The kind of a server, with its commit if the server is a revision. */
export type Source =
  | { readonly kind: "running"; readonly port: number }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "command"; readonly program: AppProgram; readonly cwd: string }
  | { readonly kind: "revision"; readonly commit: Commit; readonly app: App }
  | { readonly kind: "package"; readonly wanted: string; readonly app: string | null };

export type AppProgram = Extract<Program, { kind: "command" }>;

/** The server that a revision is measured with: a file or a command. */
export type App = { readonly kind: "file"; readonly file: AppFile } | AppProgram;

/** A server that was looked up and is not prepared yet. */
export interface Described {
  readonly text: string;
  readonly label: string | null;
  readonly source: Source;
  readonly runtime: WantedRuntime | null;
  /** A shell command that runs before the server starts. */
  readonly setup: string | null;
  readonly env: readonly string[];
}

/** The options that both servers of a pair share. */
export interface Common {
  /** The user's working folder. */
  readonly cwd: string;
  /** The app that revisions and packages are measured with; null for the app that deadheat has for a package. */
  readonly app: { readonly kind: "file"; readonly file: string } | AppProgram | null;
  readonly appFrom: AppSource;
  readonly setup: string | null;
  readonly env: readonly string[];
}
