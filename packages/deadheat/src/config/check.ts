import { inspect } from "node:util";
import * as v from "valibot";
import { UsageError } from "@deadheat/journal";

/**
 * Returns the value if it matches the schema.
 * @param root the name of the value in messages: `requests`, or `deadheat.config.json: ` before the names of fields
 * @throws UsageError otherwise. Its message is one line: the field, the values that it may have, and its value.
 */
export function check<T extends v.GenericSchema>(
  schema: T,
  value: unknown,
  root: string,
): v.InferOutput<T> {
  const checked = v.safeParse(schema, value);
  if (checked.success) return checked.output;
  const { issues } = checked;
  // A misspelled field also counts as missing. The misspelling is the better message.
  const issue = issues.find(({ expected }) => expected === "never") ?? issues[0];
  throw new UsageError(`${placeOf(issue, root)} ${issue.message}${found(issue)}`);
}

/** Returns a place such as `requests[1].gate`. For an unknown or missing field it is the place of the object. */
function placeOf({ path }: v.BaseIssue<unknown>, root: string): string {
  const named = (path ?? []).filter(({ origin }) => origin !== "key");
  const place = named.map(({ key }) =>
    typeof key === "string" && /^[\w$-]{1,40}$/.test(key) ? `.${key}` : `[${shown(key)}]`,
  );
  return `${root}${place.join("").replace(/^\./, "")}`.replace(/: $/, "");
}

/** Returns the value for the message. It is empty for an unknown or missing field, which the message names already. */
function found({ type, path, input }: v.BaseIssue<unknown>): string {
  if (type === "strict_object" && path?.at(-1)?.origin === "key") return "";
  return `, not ${shown(input)}`;
}

/** Returns the beginning of a value on one line. Other forms than the compact one break lists and nested objects. */
function shown(value: unknown): string {
  const text = inspect(value, { breakLength: Number.POSITIVE_INFINITY, compact: true });
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}

/** @throws UsageError if two names are equal. `field` is the field that holds the name. */
export function assertDistinct(names: readonly string[], place: string, field: string): void {
  const i = names.findIndex((name, at) => names.indexOf(name) !== at);
  const name = names[i];
  if (name === undefined) return;
  throw new UsageError(
    `${place}[${i}] is called ${JSON.stringify(name)}, like an earlier one. Give it a "${field}" of its own`,
  );
}
