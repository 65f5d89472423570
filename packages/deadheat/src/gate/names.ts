import os from "node:os";
import { publishableDocument, withoutRoot, cacheDirectory } from "@deadheat/journal";
import type { Gated } from "@deadheat/judge";
import type { Spec } from "../entrants/spec.ts";
import { requireRevision } from "@deadheat/versions";

/** How the document names one of the two, and how another command does. */
export async function namedSide(
  { text, label, what, runtime }: Spec,
  cwd: string,
): Promise<{ told: Gated["base"]; again: string[] }> {
  if (what.kind !== "revision")
    return { told: { name: label ?? text, commit: null }, again: [text] };
  if (what.revision === null) return { told: { name: label ?? text, commit: null }, again: [] };
  const { id, name } = await requireRevision(what.revision, cwd);
  const on =
    runtime === null ? "" : `/${runtime.name}${runtime.version ? `@${runtime.version}` : ""}`;
  return { told: { name: label ?? name, commit: id }, again: [`${id.slice(0, 12)}${on}`] };
}

/** A document without the paths of this machine, and its messages without more that is nobody's business. */
export function published<T>(document: T, cwd: string): T {
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return withoutPaths(value, cwd);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, walk(own)]));
  };
  return walk(publishableDocument(document)) as T;
}

function withoutPaths(text: string, cwd: string): string {
  return [cwd, cacheDirectory(), os.homedir()].reduce(withoutRoot, text);
}
