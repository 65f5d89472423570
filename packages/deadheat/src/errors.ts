import { messageOf, EnvironmentError } from "@deadheat/journal";

/** A comparison whose duet could not be measured. The message is the reason that the round is void. The exit code is 3. */
export class ComparisonFailed extends EnvironmentError {
  override readonly name = "ComparisonFailed";
}

/** Returns what an error says in one line: its first line, and of the others, such as a server's last words, the telling one. */
export function inOneLine(error: unknown): string {
  const lines = messageOf(error)
    .split("\n")
    .map((line) => line.trim());
  const [first = "", ...others] = lines.filter((line) => line !== "");
  const telling =
    others.find((line) => /^(?:\w*Error|error|npm error)\b/.test(line)) ?? others[0] ?? "";
  return first.includes(telling) ? first : `${first} ${telling}`;
}
