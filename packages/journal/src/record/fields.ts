import * as v from "valibot";
import { runtimes } from "../runtimes/list.ts";

// The fields that every `apps/<framework>/target.json` shares, of targets that run and of retired ones.

export const frameworkName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, "lower-case letters, digits, dots and dashes"),
);

export const packageName = v.pipe(
  v.string(),
  v.regex(/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[A-Za-z0-9~-][A-Za-z0-9._~-]*$/, "an npm package's name"),
);

export const address = v.pipe(v.string(), v.url(), v.startsWith("https://"));

/** One line of printable text that a terminal or a report cannot mistake for anything else. */
export const sentence = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,400}$/, "one plain sentence"));

/** Returns a check that no item of a list occurs twice. */
export const once = <Item>() =>
  v.check<Item[], string>((items) => new Set(items).size === items.length, "each only once");

export const someRuntimes = v.pipe(v.array(v.picklist(runtimes)), v.minLength(1), once());
