import { digestOf } from "./packages.ts";

/**
 * Returns a function that returns false if the code of a server has another content now: somebody has edited it meanwhile. Data in
 * JSON may change.
 * @param loaded the files that the server has loaded
 */
export function watchCode(loaded: readonly string[]): () => boolean {
  const files = loaded.filter((path) => !/(?<!package)\.json$/.test(path));
  const before = digestOf({ files });
  return () => digestOf({ files }) === before;
}
