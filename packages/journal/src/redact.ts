import { isIPv6 } from "node:net";
import os from "node:os";
import process from "node:process";

// Journals and results are shown to others. What servers and tools said of themselves ends up in them
// (a reason, a header field), and may hold what is nobody's business.

/** Names that tell nothing about anybody; some of them are words of ours too. */
const generic = new Set(
  "root admin user node bun deno nobody runner ubuntu debian vagrant build test".split(" "),
);

/** A server's native stack: long, all paths of the machine, and it pushes the words out of a tail. */
const NATIVE_FRAME = /^\s*\d+: 0x[\da-f]+ .*\n?/gm;
/** With a user or a password, as DATABASE_URL and REDIS_URL have. */
const URL_WITH_USER = /\b[a-z][a-z\d+.-]*:\/\/[^\s/@"']*@[^\s"',]+/gi;
const IPV4 = /(?<![\d.])(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
const PERHAPS_IPV6 = /(?<![\w:.])[\da-f]*:[\da-f:]+(?![\w:])/gi;

const hidden = new Set<string>();

/** From now on paths below this folder are shown as relative ones. */
export function hideFolder(folder: string): void {
  hidden.add(folder);
}

/**
 * Text from outside without the paths of this machine, the user's and the machine's names, the values
 * of environment variables, and addresses but the loopback's.
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

/** Paths below `folder` become relative ones; others that only begin or end like it stay. */
export function withoutRoot(text: string, folder: string): string {
  const path = `(?<![\\w.~-])${escaped(folder)}`;
  return text
    .replace(new RegExp(`${path}/`, "g"), "")
    .replace(new RegExp(`${path}(?![\\w-])`, "g"), ".");
}

/** A record or a result whose free text, wherever it stands in it, is publishable. */
export function publishableDocument<T>(document: T): T {
  return published(document, false) as T;
}

/** The fields of records and results that hold free text, a path, or an object full of it. */
const free = new Set(["void", "reason", "message", "headers", "path"]);

function published(value: unknown, isFree: boolean): unknown {
  if (typeof value === "string") return isFree ? publishable(value) : value;
  if (Array.isArray(value)) return value.map((item) => published(item, isFree));
  if (typeof value !== "object" || value === null) return value;
  // A header field's values, `target` and `floor`, in verify's findings.
  const isField = "kind" in value && value.kind === "header";
  const entries = Object.entries(value).map(([key, own]) => {
    return [key, published(own, isFree || isField || free.has(key))];
  });
  return Object.fromEntries(entries);
}

let known: ReturnType<typeof secrets> | undefined;

/** What must not be shown, with what stands for it; the longest first. */
function secrets(): (readonly [string | RegExp, string])[] {
  const user = os.userInfo().username;
  const host = os.hostname();
  const values = Object.entries(process.env).filter(
    ([name, value]) =>
      (value ?? "").length >= 8 &&
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

/** Not as a part of another word. */
function whole(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`, "g");
}

/** As `RegExp.escape`, which Node 20 does not have, for use between other parts of a pattern. */
function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
