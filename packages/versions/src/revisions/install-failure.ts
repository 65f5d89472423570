import { stripVTControlCharacters } from "node:util";

/** Words about a lockfile that does not fit package.json, and about what the registry does not have. */
const LASTING = [
  "`npm ci` can only install packages when",
  "ERR_PNPM_OUTDATED_LOCKFILE",
  "Your lockfile needs to be updated",
  "lockfile would have been (?:modified|created)",
  "lockfile had changes, but lockfile is frozen",
  "No matching version found for",
  "Couldn't find (?:package|any versions for)",
  "No candidates found",
  "No version matching",
  "requested resource '[^']+' could not be found",
  "Package not found",
  "- 404",
  "HTTP status client error \\(404",
  "404 Not Found",
  "https?:\\S+: Not found",
];

/** Returns whether an install would fail again, as far as the package manager's output says so. */
export function failsAgain(output: string): boolean {
  // pnpm 12 draws a frame and wraps, npm and Yarn begin each line with a word of their own.
  const said = stripVTControlCharacters(output)
    .replaceAll(/^npm (?:error|ERR!)(?: (?:404|notarget|network))?/gm, "")
    .replaceAll(/^➤ YN\d+:/gm, "")
    .replaceAll(/[│├╰─▶×]/g, "")
    .replaceAll(/\s+/g, " ");
  return new RegExp(LASTING.join("|")).test(said);
}
