import type { Commit } from "@deadheat/versions";
import type { AppFile, AppSource } from "./app-file.ts";
import type { Program } from "./side.ts";
import type { WantedRuntime } from "./runtime-suffix.ts";

/** What a server is, with what git knows of it. */
export type Source =
  | { readonly kind: "running"; readonly port: number }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "command"; readonly program: AppProgram; readonly cwd: string }
  | { readonly kind: "revision"; readonly commit: Commit; readonly app: App }
  | { readonly kind: "package"; readonly wanted: string; readonly app: string | null };

export type AppProgram = Extract<Program, { kind: "command" }>;

/** The server that a revision is measured with: a file or a command. */
export type App = { readonly kind: "file"; readonly file: AppFile } | AppProgram;

export interface Described {
  readonly text: string;
  readonly label: string | null;
  readonly source: Source;
  readonly runtime: WantedRuntime | null;
  /** A shell command that is run before it is started. */
  readonly setup: string | null;
  readonly env: readonly string[];
}

/** What goes for both of a pair. */
export interface Common {
  /** Where the user stands. */
  readonly cwd: string;
  /** What revisions and packages are measured with; null: what there is for the package. */
  readonly app: { readonly kind: "file"; readonly file: string } | AppProgram | null;
  readonly appFrom: AppSource;
  readonly setup: string | null;
  readonly env: readonly string[];
}
