export interface FoundRuntime {
  /** The path of the program itself. A script that starts it would be another process. */
  readonly path: string;
  readonly version: string;
}

export interface InstallOptions {
  /** Install without the registry, as resolved last. */
  readonly offline: boolean;
  /** The names of packages whose install scripts may run. */
  readonly allowScripts: readonly string[];
  readonly allowGit: boolean;
  /** The time of which packages are resolved, as an ISO date (npm's `--before`); now unless given. */
  readonly before?: string | undefined;
  /** The runtime that install scripts and `--setup` find first on PATH; this Node unless given. */
  readonly runtime?: FoundRuntime | undefined;
  /** Further variables for `--setup`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The user's folder. */
  readonly cwd: string;
  /** The folder whose project has the `.npmrc` and the runtimes that are used; `cwd` unless given. Nothing of it is kept. */
  readonly project?: string | undefined;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

export interface InstalledTree {
  /** The real path of a complete folder with package.json, package-lock.json and node_modules. */
  readonly folder: string;
  /** The exact versions of the direct dependencies by name, except linked ones. */
  readonly versions: Readonly<Record<string, string>>;
  readonly fresh: boolean;
}
