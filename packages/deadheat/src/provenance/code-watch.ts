import type { Loaded } from "./trial.ts";
import { statSync } from "node:fs";
import { attempt } from "@deadheat/journal";
import { factsOf } from "@deadheat/versions";
import { digestOf } from "./packages.ts";

/**
 * Watches the code that a server has loaded: the other server, which runs beside it, must not change it, not even while the
 * two are started for the first time, or between two looks. Data in JSON may change.
 */
export class CodeWatch {
  readonly #loaded: () => Loaded | null;
  readonly #startedAt = Date.now();
  /** The time when the server was ready, and the digests of the code that it had loaded by then. */
  #readyAt = Infinity;
  #ready: ReadonlyMap<string, string> = new Map();

  /** @param loaded returns what the server has loaded so far */
  constructor(loaded: () => Loaded | null) {
    this.#loaded = loaded;
  }

  /** Looks at the code of a server that has just become ready. Returns nothing that is wrong with it. */
  ready(): null {
    const files = codeOf(this.#loaded()?.files ?? []);
    this.#ready = new Map(files.map((path) => [path, digestOf({ files: [path] })]));
    this.#readyAt = Date.now();
    return null;
  }

  /**
   * Returns a function that returns false if something has changed the code, also if the old content was put back.
   * @param shared the files that other servers have loaded too. Each start may build them again, with the same content.
   */
  watch(loaded: readonly string[], shared: ReadonlySet<string>): () => boolean {
    const files = codeOf(loaded);
    const wasChanged = [...this.#ready].some(([path, was]) => digestOf({ files: [path] }) !== was);
    const untouched = files.filter((path) => !this.#isOwnBuild(path, shared));
    const contents = () => [digestOf({ files }), ...untouched.map(factsOf)].join("\n");
    const before = contents();
    return () => !wasChanged && contents() === before;
  }

  /** Returns whether the start of a server has written a file, which its next start may do again. */
  #isOwnBuild(path: string, shared: ReadonlySet<string>): boolean {
    const at = attempt(() => statSync(path).ctimeMs) ?? 0;
    return at >= this.#startedAt && (at <= this.#readyAt || shared.has(path));
  }
}

function codeOf(files: readonly string[]): readonly string[] {
  return files.filter((path) => !/(?<!package)\.json$/.test(path));
}
