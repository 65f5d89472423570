import { existsSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import npa from "npm-package-arg";
import { attempt, EnvironmentError, fileRuntimes, UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import {
  mergeBase,
  rangeOf,
  requireRevision,
  resolveRevision,
  whyUnknown,
} from "@deadheat/versions";
import { readPackage } from "./package-name.ts";
import { onNamedRuntime } from "./runtime-name.ts";
import { hasStarter } from "../starters/starter.ts";
import {
  refuseUnknownRuntime,
  runtimeHelp,
  splitRuntime,
  suffixOf,
  type WantedRuntime,
} from "../config/runtime.ts";

/** A server as the user named it. */
export interface Spec {
  /** The text that the user wrote, for messages. */
  readonly text: string;
  /** The name for output; null to derive the name from the server. */
  readonly label: string | null;
  readonly what: What;
  readonly runtime: WantedRuntime | null;
}

export type What =
  /** A server that runs already, on loopback. */
  | { readonly kind: "running"; readonly url: URL }
  /** A file, by its absolute path. */
  | { readonly kind: "file"; readonly file: string }
  /** A revision, by its name in git; null for the working tree. */
  | { readonly kind: "revision"; readonly revision: string | null }
  /** A package in the form that npm takes: `hono@4.12`, `npm:hono@4` or an address. */
  | { readonly kind: "package"; readonly wanted: string }
  /** A program, and its working directory. */
  | { readonly kind: "command"; readonly program: Command; readonly cwd: string };

export type Startable =
  /** A file whose default export is served, or that listens on PORT by itself. */
  { readonly kind: "file"; readonly file: string } | Command;

/** A program and its arguments, without a shell. `{port}` is replaced by the port. */
export interface Command {
  readonly kind: "command";
  readonly command: readonly string[];
  /** The environment variable that carries the port. */
  readonly portVariable: string;
  /** Further variables. `{port}` is replaced by the port. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Surroundings {
  readonly cwd: string;
  readonly isRevision: (name: string) => Promise<boolean>;
  /** Returns why git may not know a revision here (@deadheat/versions); null if there is no special reason. */
  readonly whyUnknown: () => Promise<string | null>;
  readonly hasApp: (name: string) => boolean;
}

/** Returns the surroundings that decide the meaning of a bare word in a folder. */
export function surroundings(cwd: string): Surroundings {
  return {
    cwd,
    isRevision: async (name) => (await resolveRevision(name, cwd)) !== null,
    whyUnknown: () => whyUnknown(cwd),
    hasApp: hasStarter,
  };
}

const RANGE_RUNTIME = new RegExp(String.raw`^(.*?)(\/(?:${fileRuntimes.join("|")})(?:@[^/]+)?)?$`);

/**
 * Parses the two servers of a command. A single text is a range of revisions, or a revision to compare the working tree
 * with. As in git diff, the base of `main...HEAD` is the merge base, and the base of `main..HEAD` is main. A runtime at
 * the end of a single text applies to both servers.
 * @param app the server file that a runtime alone, such as `bun@1.3.5`, runs
 * @throws UsageError, EnvironmentError
 */
export async function parsePair(
  base: string,
  other: string | null,
  cwd: string,
  app?: string,
): Promise<Pair<Spec>> {
  const around = surroundings(cwd);
  if (other !== null) {
    const spec = async (text: string) => parseSpec(await onNamedRuntime(text, app, around), around);
    return { base: await spec(base), new: await spec(other) };
  }
  const [, text = "", runtime = ""] = RANGE_RUNTIME.exec(base) ?? [];
  const range = rangeOf(text);
  if (range === null) {
    const spec = await parseSpec(base, around);
    if (spec.what.kind !== "revision") {
      throw new UsageError(
        `${base}: the new server is missing. Name it after the base: ${pairWith(base, spec.what)}`,
      );
    }
    const workingTree = { kind: "revision", revision: null } as const;
    return { base: spec, new: { ...spec, text: "the working tree", what: workingTree } };
  }
  const revision = (name: string) => parseSpec(`git:${name}${runtime}`, around);
  const pair = { base: await revision(range.base), new: await revision(range.head) };
  if (!range.fromMergeBase) return pair;
  const [one, two] = [
    await requireRevision(range.base, cwd),
    await requireRevision(range.head, cwd),
  ];
  const { id, name } = await mergeBase(one, two, cwd);
  return { ...pair, base: { ...pair.base, label: name, what: { kind: "revision", revision: id } } };
}

/** Returns two servers as an example, of which the user has named the first. */
function pairWith(base: string, what: What): string {
  if (what.kind === "running") return `${base} http://127.0.0.1:<port>`;
  if (what.kind !== "package") return `${base} ./other.mjs`;
  const { name, range } = readPackage(what.wanted);
  return range === "latest" ? `${name}@<older version> ${base}` : `${base} ${name}@latest`;
}

const LABEL = /^([A-Za-z0-9][\w.-]{0,63})=(.+)$/;

/**
 * Parses `[label=]<server>[/node|/bun|/deno[@version]]`. A server is, in this order:
 * - an address: a running server if it is on loopback, else the tarball of a package
 * - a path that begins with `./`, `../` or `/`
 * - a revision after `git:`, or a package after `npm:`
 * - a bare word that is a revision, a file or a package, and only one of them
 *
 * A bare word is a package if deadheat has an app for it, or if it has a version or a scope. The registry is not asked.
 * @throws UsageError if the text means nothing, or more than one thing
 */
export async function parseSpec(text: string, around: Surroundings): Promise<Spec> {
  // git and the file system take no NUL.
  if (text.includes("\0")) throw new UsageError(`${JSON.stringify(text)} is not a server`);
  const [, label = null, named = text] = LABEL.exec(text) ?? [];
  const { rest, runtime } = await withRuntime(named, text, around);
  const what = explicit(rest, text, around) ?? (await bare(rest, text, runtime, around));
  if (what.kind === "running" && runtime !== null) {
    throw new UsageError(
      `${text}: a running server has its own runtime already. Leave out /${runtime.name}`,
    );
  }
  return { text, label, what, runtime };
}

/** Splits off the runtime. If a path or revision with the whole name exists, the name has no runtime. */
async function withRuntime(
  named: string,
  text: string,
  { cwd, isRevision }: Surroundings,
): Promise<{ rest: string; runtime: WantedRuntime | null }> {
  refuseUnknownRuntime(named, text, cwd);
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
    throw new UsageError(`${text}: a name is missing. Write it as git:main or npm:hono@4`);
  }
  if (/^https?:\/\//.test(rest)) return address(rest, text);
  if (rest.startsWith("git:") && !rest.startsWith("git://")) {
    return { kind: "revision", revision: rest.slice("git:".length) };
  }
  if (rest.startsWith("npm:")) return { kind: "package", wanted: rest.slice("npm:".length) };
  if (GIT.test(rest)) return { kind: "package", wanted: rest };
  if (!/^\.{1,2}\//.test(rest) && !isAbsolute(rest)) return null;
  return fileAt(resolve(cwd, rest), text);
}

function fileAt(file: string, text: string): What {
  const found = attempt(() => statSync(file));
  if (found?.isFile()) return { kind: "file", file };
  throw new UsageError(
    found?.isDirectory()
      ? `${text} is a folder. Name the server's file in it`
      : found === null
        ? `${text}: there is no file ${file}`
        : `${text} is no regular file, so it is no server`,
  );
}

function address(rest: string, text: string): What {
  // `URL.canParse` accepts long texts that `new URL` rejects.
  const url = attempt(() => new URL(rest));
  if (url === null) throw new UsageError(`${text} is not a valid address`);
  const host = url.hostname;
  if (!/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host))
    return { kind: "package", wanted: rest };
  if (url.protocol === "http:" && url.port !== "" && url.pathname === "/") {
    return { kind: "running", url };
  }
  throw new UsageError(
    `${text}: write a running server as http, loopback and its port (http://127.0.0.1:3000), and its path with --request`,
  );
}

async function bare(
  rest: string,
  text: string,
  runtime: WantedRuntime | null,
  { cwd, isRevision, whyUnknown: why, hasApp }: Surroundings,
): Promise<What> {
  const name = packageName(rest);
  const revision = await isRevision(rest);
  const path = attempt(() => statSync(resolve(cwd, rest)));
  // A bare name may be anything. With a version, a scope or an app, the name must be meant as a package.
  const wanted = name !== null && (rest !== name || name.startsWith("@") || hasApp(name));
  const on = suffixOf(runtime);
  const meanings = [
    ...(revision ? [`git:${rest}${on} (a revision)`] : []),
    ...(path?.isFile() || (path && revision) ? [`./${rest}${on} (a path)`] : []),
    ...(wanted ? [`npm:${rest}${on} (a package)`] : []),
  ];
  if (meanings.length > 1) {
    throw new UsageError(`${text} could be more than one thing. Write ${meanings.join(" or ")}`);
  }
  if (revision) return { kind: "revision", revision: rest };
  if (path?.isFile()) return { kind: "file", file: resolve(cwd, rest) };
  if (wanted) return { kind: "package", wanted: rest };
  const [, before = "", word = ""] = /^([^/]+)\/([^/]+)$/.exec(rest) ?? [];
  const known = before !== "" && (hasApp(before) || (await isRevision(before)));
  // A branch that was not fetched must not become the package of that name.
  const ofGit = /^(?:HEAD|@)(?:[~^@].*)?$/.test(rest);
  const reason = await why();
  const sentences = [
    `${JSON.stringify(text)} is neither a file, a revision that git knows here nor a framework that deadheat has an app for`,
    reason,
    name === null || ofGit ? null : `If you mean the package, write npm:${rest}${on}`,
    known ? `If ${JSON.stringify(word)} is a runtime: ${runtimeHelp(before, word)}` : null,
  ];
  const message = sentences.filter((one) => one !== null).join(". ");
  // Without git, nobody knows whether it is a revision.
  throw reason?.startsWith("git is not") ? new EnvironmentError(message) : new UsageError(message);
}

/** Returns the name of a package; null if npm does not read the text as a package with a name. */
function packageName(wanted: string): string | null {
  const found = attempt(() => npa(wanted));
  if (found === null || found.type === "file" || found.type === "directory") return null;
  return found.name || null;
}
