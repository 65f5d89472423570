/** A mapping of a file that is indented, such as pnpm-lock.yaml and yarn.lock. */
interface Indented {
  readonly [key: string]: string | Indented;
}

const LINE =
  /^( *)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s:'"](?:[^:]|:(?! |$))*?)(?::(?: (.*))?| (.+))?$/;
const DEEPEST = 12;

/**
 * Reads the mappings of a file that is indented. Lists and texts of several lines are left out: lockfiles have the versions of
 * packages in neither.
 */
export function readIndented(text: string): Indented {
  const root = mapping();
  const open = [{ indent: -1, into: root }];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#|- |$)/.test(line)) continue;
    const [, spaces = "", key, value, plain] = LINE.exec(line) ?? [];
    if (key === undefined) continue;
    while (spaces.length <= (open.at(-1)?.indent ?? -1)) open.pop();
    const parent = open.at(-1)?.into;
    if (parent === undefined || open.length > DEEPEST) continue;
    const given = value ?? plain ?? "";
    if (given !== "")
      parent[unquoted(key)] = given.startsWith("{") ? inFlow(given) : unquoted(given);
    else {
      const into = mapping();
      parent[unquoted(key)] = into;
      open.push({ indent: spaces.length, into });
    }
  }
  return root;
}

// A lockfile may name a package like a property of objects.
const mapping = (): Record<string, string | Indented> =>
  Object.create(null) as Record<string, string | Indented>;

/** Reads `{integrity: sha512-…, tarball: …}`. */
function inFlow(text: string): Indented {
  const found = mapping();
  for (const [, key = "", value = ""] of text.matchAll(/([\w'"@/.-]+): ([^,}]+)/g)) {
    found[unquoted(key)] = unquoted(value.trim());
  }
  return found;
}

function unquoted(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

export function mappingOf(value: string | Indented | undefined): Indented {
  return typeof value === "object" ? value : {};
}

/** Returns the entries whose values are texts. */
export function textsOf(value: string | Indented | undefined): Record<string, string> {
  const texts = Object.entries(mappingOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}
