/** What all installs share. */
export interface InstallOptions {
  /** Nothing is asked of the registry: what was resolved last is taken. */
  readonly offline: boolean;
  /** Packages whose install scripts may run, by name. */
  readonly allowScripts: readonly string[];
  /** Packages may come from git. */
  readonly allowGit: boolean;
  /** Where the user stands: the `.npmrc` of the project there counts, and is not kept. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

export interface Installed {
  /** Real path of a folder with package.json, package-lock.json and node_modules; whole. */
  readonly folder: string;
  /** Exact versions of the direct dependencies, by name; none of one that is linked. */
  readonly versions: Readonly<Record<string, string>>;
  /** Whether anything was installed now. */
  readonly fresh: boolean;
}
