import { inspect } from "node:util";
import * as v from "valibot";
import { UsageError } from "@deadheat/journal";

/**
 * What is there, when it is what the schema says.
 * @param root what messages call it: `requests`, or `deadheat.config.json: ` before the names of fields
 * @throws UsageError in one line: the field, what it must be, and what it is
 */
export function check<T extends v.GenericSchema>(
  schema: T,
  value: unknown,
  root: string,
): v.InferOutput<T> {
  const checked = v.safeParse(schema, value);
  if (checked.success) return checked.output;
  const { issues } = checked;
  // A field that is written wrongly is missing too.
  const issue = issues.find(({ expected }) => expected === "never") ?? issues[0];
  throw new UsageError(`${placeOf(issue, root)} ${issue.message}${found(issue)}`);
}

/** `requests[1].gate`; of a name that is wrong or missing what it is in. */
function placeOf({ path }: v.BaseIssue<unknown>, root: string): string {
  const named = (path ?? []).filter(({ origin }) => origin !== "key");
  const place = named.map(({ key }) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  return `${root}${place.join("").replace(/^\./, "")}`.replace(/: $/, "");
}

/** A field that is unknown or missing has been named already. */
function found({ type, path, input }: v.BaseIssue<unknown>): string {
  if (type === "strict_object" && path?.at(-1)?.origin === "key") return "";
  const text = inspect(input, { breakLength: Number.POSITIVE_INFINITY });
  return `, not ${text.length <= 40 ? text : `${text.slice(0, 40)}…`}`;
}

/** @throws UsageError where two are called alike; they are named by `field` */
export function assertDistinct(names: readonly string[], place: string, field: string): void {
  const i = names.findIndex((name, at) => names.indexOf(name) !== at);
  const name = names[i];
  if (name === undefined) return;
  throw new UsageError(
    `${place}[${i}] is called ${JSON.stringify(name)}, as one before it: give it a "${field}" of its own`,
  );
}
