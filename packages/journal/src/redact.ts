import { isIPv6 } from "node:net";
import os from "node:os";
import { wholeEnvironment } from "./environment.ts";

// Journals and results are public. The texts of servers and tools end up in them (a reason, a header field), and may
// contain private data.

/** User names that identify nobody. Some of them are also words of deadheat. */
const generic = new Set(
  "root admin user node bun deno nobody runner ubuntu debian vagrant build test".split(" "),
);

/** A frame of a server's native stack, which is long, has paths of the machine, and pushes the words out of a tail. */
const NATIVE_FRAME = /^\s*\d+: 0x[\da-f]+ .*\n?/gm;
/** A URL with a user or a password, as in DATABASE_URL and REDIS_URL. */
const URL_WITH_USER = /\b[a-z][a-z\d+.-]*:\/\/[^\s/@"']*@[^\s"',]+/gi;
const IPV4 = /(?<![\d.])(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
const PERHAPS_IPV6 = /(?<![\w:.])[\da-f]*:[\da-f:]+(?![\w:])/gi;

const hidden = new Set<string>();

/** Makes all later texts show paths below this folder as relative ones. */
export function hideFolder(folder: string): void {
  hidden.add(folder);
}

/**
 * Returns a text of a server or tool without private data: paths of this machine, the names of the user and the
 * machine, values of environment variables, and addresses other than loopback.
 */
export function publishable(text: string): string {
  let shown = text.replace(NATIVE_FRAME, "");
  for (const folder of hidden) shown = withoutRoot(shown, folder);
  for (const [secret, instead] of (known ??= secrets())) shown = shown.replaceAll(secret, instead);
  return shown
    .replace(URL_WITH_USER, "<address>")
    .replace(IPV4, "<address>")
    .replace(PERHAPS_IPV6, (word) => (isIPv6(word) && word !== "::1" ? "<address>" : word));
}

/** Returns the text with paths below `folder` made relative. Paths that only begin or end like the folder stay. */
export function withoutRoot(text: string, folder: string): string {
  const path = `(?<![\\w.~-])${escaped(folder)}`;
  return text
    .replace(new RegExp(`${path}/`, "g"), "")
    .replace(new RegExp(`${path}(?![\\w-])`, "g"), ".");
}

/** Returns a record or a result in which all free text is publishable. */
export function publishableDocument<T>(document: T): T {
  return published(document, false) as T;
}

/** The fields of records and results that hold free text, a path, or an object full of free text. */
const free = new Set(["void", "reason", "message", "headers", "path"]);

function published(value: unknown, isFree: boolean): unknown {
  if (typeof value === "string") return isFree ? publishable(value) : value;
  if (Array.isArray(value)) return value.map((item) => published(item, isFree));
  if (typeof value !== "object" || value === null) return value;
  // verify reports a header field with its values in `target` and `floor`.
  const isField = "kind" in value && value.kind === "header";
  const entries = Object.entries(value).map(([key, own]) => {
    return [key, published(own, isFree || isField || free.has(key))];
  });
  return Object.fromEntries(entries);
}

let known: ReturnType<typeof secrets> | undefined;

const passed: Record<string, string | undefined> = {};

/** Makes all later texts hide the values of these variables too. */
export function hideVariables(variables: Readonly<Record<string, string | undefined>>): void {
  Object.assign(passed, variables);
  known = undefined;
}

/** Values that are no secret, and words of other texts. */
const PLAIN = /^(?:localhost|127\.0\.0\.1|development|production|postgres)$/;

/** Returns the texts to hide, each with its replacement, longest first. */
function secrets(): (readonly [string | RegExp, string])[] {
  const user = os.userInfo().username;
  const host = os.hostname();
  const values = Object.entries({ ...wholeEnvironment(), ...passed }).filter(
    ([name, value = ""]) =>
      value.length >= 8 &&
      !PLAIN.test(value) &&
      !/^(NODE_ENV|DEADHEAT_|npm_package_|GITHUB_(WORKFLOW|JOB|EVENT_NAME)$)/.test(name),
  ) as [string, string][];
  const home = os.homedir();
  return [
    ...(home.length > 1 ? [[whole(home), "~"] as const] : []),
    ...values
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([name, value]) => [value, `$${name}`] as const),
    ...(user.length >= 3 && !generic.has(user) ? [[whole(user), "<user>"] as const] : []),
    ...(host.length >= 3 && host !== "localhost" ? [[whole(host), "<host>"] as const] : []),
  ];
}

/** Returns a pattern that matches a word, but not as a part of another word. */
function whole(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`, "g");
}

/**
 * Returns the word escaped like `RegExp.escape`, which Node 22 does not have, for use between other parts of a pattern.
 */
function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
