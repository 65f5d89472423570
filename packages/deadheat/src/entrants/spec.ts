import { existsSync, statSync, type Stats } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import npa from "npm-package-arg";
import { UsageError } from "@deadheat/journal";
import {
  refuseUnknownRuntime,
  runtimeHelp,
  splitRuntime,
  type WantedRuntime,
} from "./runtime-suffix.ts";
import { whyUnknown } from "@deadheat/versions";

/** A server as the user has named it. */
export interface Spec {
  /** As it was written, for messages. */
  readonly text: string;
  /** As output shall call it; null: after what it is. */
  readonly label: string | null;
  readonly what: What;
  /** Null: not named. */
  readonly runtime: WantedRuntime | null;
}

/** What is compared with what. */
export interface SpecPair {
  readonly base: Spec;
  readonly new: Spec;
}

export type What =
  /** It runs already, on loopback. */
  | { readonly kind: "running"; readonly url: URL }
  /** Absolute. */
  | { readonly kind: "file"; readonly file: string }
  /** As git names it; null: the working tree. */
  | { readonly kind: "revision"; readonly revision: string | null }
  /** `hono@4.12`, `npm:hono@4`, an address: as npm takes it. */
  | { readonly kind: "package"; readonly wanted: string };

/** What decides what a bare word is. */
export interface Surroundings {
  /** Where the user stands. */
  readonly cwd: string;
  readonly isRevision: (name: string) => Promise<boolean>;
  /** Whether there is an app for a package of this name. */
  readonly hasApp: (name: string) => boolean;
}

const LABEL = /^([A-Za-z0-9][\w.-]{0,63})=(.+)$/;

/**
 * `[label=]<server>[/node|/bun|/deno[@version]]`. A server is, in this order: an address (on loopback one that runs, else
 * a package's tarball), a path that begins with `./`, `../` or `/`, what `git:` or `npm:` says that it is; else what one,
 * and only one, of git and the folder knows, or a package: a framework that there is an app for, or a name with a version
 * or a scope. Nothing is asked of the registry.
 * @throws UsageError where it is nothing, or more than one thing
 */
export async function parseSpec(text: string, around: Surroundings): Promise<Spec> {
  const [, label = null, named = text] = LABEL.exec(text) ?? [];
  const { rest, runtime } = await withRuntime(named, around);
  const what = explicit(rest, text, around) ?? (await bare(rest, text, runtime, around));
  if (what.kind === "running" && runtime !== null) {
    throw new UsageError(`${text}: a server that runs already is on the runtime that it is on`);
  }
  return { text, label, what, runtime };
}

/** A folder, a branch or a package may be called like a runtime: what is there as a whole has none. */
async function withRuntime(
  named: string,
  { cwd, isRevision }: Surroundings,
): Promise<{ rest: string; runtime: WantedRuntime | null }> {
  const whole = { rest: named, runtime: null };
  const split = splitRuntime(named);
  if (split === null || /^@[^/]*$/.test(split.rest) || /^https?:\/\/[^/]*$/.test(split.rest))
    return whole;
  if (existsSync(resolve(cwd, named)) || (await isRevision(named.replace(/^git:/, ""))))
    return whole;
  return split;
}

const GIT = /^(?:git\+|git:\/\/|github:|gitlab:|bitbucket:|gist:)/;

function explicit(rest: string, text: string, { cwd }: Surroundings): What | null {
  if (/^(?:git|npm):$/.test(rest)) {
    throw new UsageError(`${text}: a name is missing, as in git:main or npm:hono@4`);
  }
  if (/^https?:\/\//.test(rest)) return address(rest, text);
  if (rest.startsWith("git:") && !rest.startsWith("git://")) {
    return { kind: "revision", revision: rest.slice("git:".length) };
  }
  if (rest.startsWith("npm:")) return { kind: "package", wanted: rest.slice("npm:".length) };
  if (GIT.test(rest)) return { kind: "package", wanted: rest };
  if (!/^\.{1,2}\//.test(rest) && !isAbsolute(rest)) return null;
  refuseUnknownRuntime(rest, text, cwd);
  return fileAt(resolve(cwd, rest), text);
}

function fileAt(file: string, text: string): What {
  const found = entryAt(file);
  if (found?.isFile()) return { kind: "file", file };
  throw new UsageError(
    found?.isDirectory()
      ? `${text} is a folder: name the server's file in it`
      : `${text}: there is no file ${file}`,
  );
}

/** Null also where a file stands in place of a folder. */
function entryAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function address(rest: string, text: string): What {
  const url = URL.canParse(rest) ? new URL(rest) : null;
  if (url === null) throw new UsageError(`${text}: this is no address`);
  const host = url.hostname;
  if (!/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host))
    return { kind: "package", wanted: rest };
  if (url.protocol === "http:" && url.port !== "" && url.pathname === "/") {
    return { kind: "running", url };
  }
  throw new UsageError(
    `${text}: a server that runs is named by http, loopback and its port (http://127.0.0.1:3000), its path by --request`,
  );
}

async function bare(
  rest: string,
  text: string,
  runtime: WantedRuntime | null,
  { cwd, isRevision, hasApp }: Surroundings,
): Promise<What> {
  const name = packageName(rest);
  const revision = await isRevision(rest);
  const path = entryAt(resolve(cwd, rest));
  // A name alone may be anything; with a version, a scope, or an app for it, it can only be meant as a package.
  const wanted = name !== null && (rest !== name || name.startsWith("@") || hasApp(name));
  const on =
    runtime === null ? "" : `/${runtime.name}${runtime.version ? `@${runtime.version}` : ""}`;
  const meanings = [
    ...(revision ? [`git:${rest}${on} (a revision)`] : []),
    ...(path?.isFile() || (path && revision) ? [`./${rest}${on} (a path)`] : []),
    ...(wanted ? [`npm:${rest}${on} (a package)`] : []),
  ];
  if (meanings.length > 1) {
    throw new UsageError(`${text} could be more than one thing: write ${meanings.join(" or ")}`);
  }
  if (revision) return { kind: "revision", revision: rest };
  if (path?.isFile()) return { kind: "file", file: resolve(cwd, rest) };
  if (wanted) return { kind: "package", wanted: rest };
  refuseUnknownRuntime(rest, text, cwd);
  const [, before = "", word = ""] = /^([^/]+)\/([^/]+)$/.exec(rest) ?? [];
  const known = before !== "" && (hasApp(before) || (await isRevision(before)));
  const asRuntime = known
    ? `. If ${JSON.stringify(word)} is a runtime: ${runtimeHelp(before, word)}`
    : "";
  // A branch that was not fetched is not to become whatever npm has under its name.
  const ofGit = /^(?:HEAD|@)(?:[~^@].*)?$/.test(rest);
  const asPackage =
    name === null || ofGit ? "" : ` (a package of that name is written npm:${rest}${on})`;
  const unknown = await whyUnknown(cwd);
  throw new UsageError(
    `${JSON.stringify(text)} is neither a file, a revision that git knows here nor a framework that deadheat has an app ` +
      `for${asPackage}${unknown === null ? "" : `; ${unknown}`}${asRuntime}`,
  );
}

/** Null where npm would not mean a package by it, or one without a name. */
function packageName(wanted: string): string | null {
  try {
    const { name, type } = npa(wanted);
    return type === "file" || type === "directory" || !name ? null : name;
  } catch {
    return null;
  }
}
