import type { Entry } from "./cache/entry.ts";

/** What is to be installed. */
export interface Wanted {
  readonly kind: Entry["kind"];
  /** What was asked for, by name. */
  readonly wanted: Readonly<Record<string, string>>;
  /** All that the manifest depends on by itself. */
  readonly direct: Readonly<Record<string, string>>;
  /** The package.json. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The text of a package-lock.json to go by for what is not wanted anew. */
  readonly lockfile: string | null;
  /** A hash of what `place` writes. */
  readonly contents: string;
  /** Writes what else shall be there, before npm comes. */
  readonly place: (folder: string) => void;
  /** A shell command that is run once everything is there; null: none. */
  readonly setup: string | null;
  /** The same request can only ever mean the same: what it was resolved to holds for ever. */
  readonly immutable: boolean;
}
