import { removeVariable, UsageError, wholeEnvironment } from "@deadheat/journal";

const PREFIX = "INPUT_";

export interface Inputs {
  readonly text: (name: string) => string | null;
  /** Returns the lines of an input, without empty ones. */
  readonly lines: (name: string) => string[];
  /** Returns an input that is `true` or `false`. @throws UsageError for any other value */
  readonly flag: (name: string, usual: boolean) => boolean;
}

/**
 * Takes the inputs, INPUT_… variables, out of the environment. Servers have no use for them. A report hides the values of
 * environment variables as possible secrets (`publishable`), and the inputs are public words.
 */
export function takeInputs(): Inputs {
  const given = new Map<string, string>();
  for (const [name, value = ""] of Object.entries(wholeEnvironment())) {
    if (!name.startsWith(PREFIX)) continue;
    given.set(name.slice(PREFIX.length).toLowerCase().replaceAll("_", "-"), value.trim());
    removeVariable(name);
  }
  const text = (name: string) => given.get(name) || null;
  return {
    text,
    lines: (name) =>
      (text(name) ?? "")
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    flag: (name, usual) => {
      const value = text(name) ?? String(usual);
      if (value === "true" || value === "false") return value === "true";
      throw new UsageError(`The input ${name} is ${JSON.stringify(value)}. Write true or false`);
    },
  };
}

/**
 * Returns the id of a check, which is in its artifact's name and in its comment. Several checks of one pull request have
 * different ids.
 * @throws UsageError if the input has other characters or is too long
 */
export function checkId({ text }: Inputs): string {
  const id = text("id") ?? "check";
  if (/^[A-Za-z0-9][\w-]{0,31}$/.test(id)) return id;
  throw new UsageError(
    `The input id is ${JSON.stringify(id)}. Write at most 32 letters, digits, hyphens and underscores`,
  );
}

/** Returns the name of the artifact that a check uploads, and from which its comment is written. */
export function artifactName(id: string): string {
  return `deadheat-${id}`;
}
