import { runInNewContext } from "node:vm";
import { UsageError } from "@deadheat/journal";
import { parsed, type Json } from "./json.ts";

/** A part of responses that the user does not compare: a path of JSON, or a regular expression for text. */
export interface Ignored {
  /** The pattern as the user wrote it. */
  readonly text: string;
  /** The steps of a path; `null` stands for all entries of a list or all fields of an object. null for an expression. */
  readonly path: readonly (string | number | null)[] | null;
  /** The source and the flags of an expression; null for a path. */
  readonly expression: { readonly source: string; readonly flags: string } | null;
}

const LONGEST = 1000;

/** One step of a path: `.name`, `[3]`, `[*]`, `["any name"]`. */
const STEP = /\.([A-Za-z_$][\w$-]*|\*)|\[(?:(\d{1,9})|(\*)|("(?:[^"\\]|\\.)*"))\]/y;
const EXPRESSION = /^\/(.+)\/([a-z]*)$/s;

/**
 * Reads a pattern: `$.id`, `$.items[*].at`, or `/nonce="[^"]+"/`.
 * @param place the option or field, for the message
 * @throws UsageError
 */
export function readIgnored(text: string, place: string): Ignored {
  const wrong = (why: string) =>
    new UsageError(
      `${place} ${JSON.stringify(text.slice(0, 80))} ${why}. Write a path of JSON such as $.items[*].at, or a regular expression such as /nonce="[^"]+"/`,
    );
  if (text.length > LONGEST) throw wrong(`has more than ${LONGEST} characters`);
  if (text.startsWith("$")) {
    const path = stepsOf(text);
    if (path === null || path.length === 0) throw wrong("is not a path of JSON");
    return { text, path, expression: null };
  }
  const [, source, flags = ""] = EXPRESSION.exec(text) ?? [];
  if (source === undefined) throw wrong("is neither a path of JSON nor a regular expression");
  try {
    const { flags: given } = new RegExp(source, flags);
    return { text, path: null, expression: { source, flags: given.replace(/[gy]/g, "") } };
  } catch (error) {
    throw wrong(`is not a regular expression (${(error as Error).message})`);
  }
}

function stepsOf(text: string): (string | number | null)[] | null {
  const steps: (string | number | null)[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < text.length) {
    const [, name, index, all, quotedName] = STEP.exec(text) ?? [];
    if (STEP.lastIndex === 0) return null;
    if (all !== undefined || name === "*") steps.push(null);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? (JSON.parse(quotedName ?? '""') as string));
  }
  return steps;
}

/** The time for one expression on one body. A pattern such as `/(a+)+$/` would run for years on a hostile body. */
const MOST_MILLISECONDS = 500;

/** The sign in the place of what an expression matches. */
const REMOVED = "\uE0FF";

/**
 * Returns a body without the parts that the user ignores.
 * @throws Error if an expression takes too long
 */
export function withoutIgnored(body: string, ignored: readonly Ignored[]): string {
  if (ignored.length === 0) return body;
  const paths = ignored.flatMap(({ path }) => (path === null ? [] : [path]));
  const value = paths.length > 0 ? parsed(body) : null;
  let text = body;
  if (value !== null) {
    for (const path of paths) removePath(value, path);
    text = JSON.stringify(value);
  }
  for (const { expression, text: pattern } of ignored) {
    if (expression !== null) text = removeMatches(text, expression, pattern);
  }
  return text;
}

/** Reports whether a pattern matches a part of a body. @throws Error if an expression takes too long */
export function matches(body: string, pattern: Ignored): boolean {
  const value = pattern.path === null ? body : parsed(body);
  if (value === null) return false;
  const whole = typeof value === "string" ? value : JSON.stringify(value);
  return withoutIgnored(body, [pattern]) !== whole;
}

/** Runs an expression in a context whose time is limited: V8 ends an expression that runs too long, as it ends a script. */
function removeMatches(
  text: string,
  { source, flags }: NonNullable<Ignored["expression"]>,
  pattern: string,
): string {
  const given = { text, source, flags: `${flags}g`, sign: REMOVED, removed: "" };
  try {
    runInNewContext("removed = text.replace(new RegExp(source, flags), sign)", given, {
      timeout: MOST_MILLISECONDS,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new Error(
      `ignore ${pattern} takes more than ${MOST_MILLISECONDS} ms on a response of ${text.length} characters. Use a simpler expression`,
      { cause: error },
    );
  }
  return given.removed;
}

function removePath(value: Json | undefined, [step, ...rest]: readonly (string | number | null)[]) {
  if (typeof value !== "object" || value === null || step === undefined) return;
  const fields = value as { [key: string]: Json };
  const keys = step === null ? Object.keys(fields) : [String(step)];
  for (const key of keys) {
    if (!Object.hasOwn(fields, key)) continue;
    if (rest.length > 0) removePath(fields[key], rest);
    // A list keeps its length.
    else if (Array.isArray(value)) fields[key] = null;
    else delete fields[key];
  }
}
