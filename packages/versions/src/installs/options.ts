export interface InstallOptions {
  /** Install without the registry, as resolved last. */
  readonly offline: boolean;
  /** The names of packages whose install scripts may run. */
  readonly allowScripts: readonly string[];
  readonly allowGit: boolean;
  /** The user's folder. The `.npmrc` of its project is used and not kept. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

export interface Installed {
  /** The real path of a complete folder with package.json, package-lock.json and node_modules. */
  readonly folder: string;
  /** The exact versions of the direct dependencies by name, except linked ones. */
  readonly versions: Readonly<Record<string, string>>;
  readonly fresh: boolean;
}
