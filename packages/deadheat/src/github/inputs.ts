import process from "node:process";
import { UsageError } from "@deadheat/journal";

const PREFIX = "INPUT_";

/** What the action was told. */
export interface Inputs {
  /** Null where nothing was said. */
  readonly text: (name: string) => string | null;
  /** One a line. */
  readonly lines: (name: string) => string[];
  /** @throws UsageError where it is neither `true` nor `false` */
  readonly flag: (name: string, usual: boolean) => boolean;
}

/**
 * Takes the inputs out of the environment, where a step has them as INPUT_…: what is started from here on has no use for
 * them, and their words, which are public, are no secrets that a report must not show (`publishable`).
 */
export function takeInputs(): Inputs {
  const given = new Map<string, string>();
  for (const [name, value = ""] of Object.entries(process.env)) {
    if (!name.startsWith(PREFIX)) continue;
    given.set(name.slice(PREFIX.length).toLowerCase().replaceAll("_", "-"), value.trim());
    delete process.env[name];
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
      throw new UsageError(`${name}: ${JSON.stringify(value)} must be true or false`);
    },
  };
}

/**
 * Several checks of one pull request are told apart by it: it is in the artifact's name and in the comment.
 * @throws UsageError where it is no such name
 */
export function checkId({ text }: Inputs): string {
  const id = text("id") ?? "check";
  if (/^[A-Za-z0-9][\w-]{0,31}$/.test(id)) return id;
  throw new UsageError(
    `id: ${JSON.stringify(id)} must be letters, digits, hyphens and underscores, at most 32`,
  );
}

/** What a check leaves, and a comment is drawn from. */
export function artifactName(id: string): string {
  return `deadheat-${id}`;
}
