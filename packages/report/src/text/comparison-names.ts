import type { Comparison, Versions } from "@deadheat/judge";

/** How the sentences of a comparison call the two. */
export interface Names {
  readonly a: string;
  readonly b: string;
  /** Where both ran, ` on node 26.10.0`; empty where their names tell, or the line of versions. */
  readonly on: string;
}

/** `hono@4.12.0/node`, `@hapi/hapi@21.4.3/node`, `express/node`. */
const LABEL = /^(.+?)(@[^/@]+)?\/[^/]+$/;

/** Two packages by their versions, `hono 4.12.0`; others by their labels. */
export function namesOf({ a, b, versions }: Pick<Comparison, "a" | "b" | "versions">): Names {
  if (!isPackage(a) || !isPackage(b)) return { a, b, on: "" };
  const [base, other] = [frameworkWords(a, versions.a), frameworkWords(b, versions.b)];
  const [one, two] = [runtimeWords(versions.a), runtimeWords(versions.b)];
  return one === two
    ? { a: base, b: other, on: ` on ${one}` }
    : { a: `${base} on ${one}`, b: `${other} on ${two}`, on: "" };
}

/** `express 5.3.0 on node 26.10.0`. */
export function versionWords(label: string, versions: Versions): string {
  const on = runtimeWords(versions);
  return versions.framework === null ? on : `${frameworkWords(label, versions)} on ${on}`;
}

function isPackage(label: string): boolean {
  return LABEL.exec(label)?.[2] !== undefined;
}

function frameworkWords(label: string, { framework }: Versions): string {
  return `${LABEL.exec(label)?.[1] ?? label} ${framework}`;
}

function runtimeWords({ runtimeName, runtime }: Versions): string {
  return `${runtimeName} ${runtime}`;
}
