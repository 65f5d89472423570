import type { Entry } from "../cache/entry.ts";
import type { Manifest } from "./manifest.ts";

/** A request for a tree of packages. */
export interface TreeRequest {
  readonly kind: Entry["kind"];
  /** The requested packages by name. */
  readonly wanted: Readonly<Record<string, string>>;
  readonly manifest: Partial<Manifest>;
  /** The text of a package-lock.json for the other packages; null for none. */
  readonly lockfile: string | null;
  /** A hash of the files that `place` writes, and of the runtime that `setup` runs on. */
  readonly contents: string;
  /** Writes further files into the folder before npm runs. */
  readonly place: (folder: string) => void;
  /** A shell command that runs after the install; null for none. */
  readonly setup: string | null;
  /** Whether the request always resolves to the same tree, so that an earlier resolution still holds. */
  readonly immutable: boolean;
}
