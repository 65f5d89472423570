import os from "node:os";
import { publishableDocument, withoutRoot, cacheDirectory } from "@deadheat/journal";

/** Returns a document without paths of this machine and without other private facts. */
export function published<T>(document: T, cwd: string): T {
  const roots = [cwd, cacheDirectory(), os.homedir()];
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return roots.reduce(withoutRoot, value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, walk(own)]));
  };
  return walk(publishableDocument(document)) as T;
}
