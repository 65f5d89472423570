import { resolve } from "node:path";
import { readRegular, UsageError, whyUnread } from "@deadheat/journal";

export interface Paths {
  /** The paths, of which one that appears twice is requested twice as often. */
  readonly drawn: readonly string[];
  /** The number of paths in the file. */
  readonly of: number;
}

/** The most paths that a request draws from. Each is requested several times before the first round, to learn its response. */
const MOST_PATHS = 500;
const LARGEST_FILE = 50_000_000;

/** Matches the name of a value in a path: `:id` in `/items/:id`. */
const NAMES = /(?<=[/=]):[A-Za-z_]\w*/g;

/**
 * Reads the file of a request's values. Of a longer file it takes lines at equal distances.
 * @throws UsageError if the file has no usable line
 */
export function readPaths(
  file: string,
  { method, path }: { readonly method: string; readonly path: string },
  folder: string,
  place: string,
): Paths {
  const full = resolve(folder, file);
  const content = readRegular(full, LARGEST_FILE);
  const name = JSON.stringify(file);
  if (content === null) {
    throw new UsageError(
      `${place}.values: ${name} cannot be read: ${whyUnread(full, LARGEST_FILE)}`,
    );
  }
  const lines = content
    .toString("utf8")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const names = path.match(NAMES) ?? [];
  const found = lines.flatMap((line) =>
    names.length > 0 ? filled(path, names, line, `${place}.values`) : (pathIn(line, method) ?? []),
  );
  if (found.length === 0) {
    const what = names.length > 0 ? "value" : `path or ${method} request of an access log`;
    throw new UsageError(`${place}.values: ${name} has no line with a ${what}`);
  }
  const most = Math.min(MOST_PATHS, found.length);
  const drawn = Array.from({ length: most }, (_, i) => {
    return found[Math.floor((i * found.length) / most)] as string;
  });
  return { drawn, of: found.length };
}

function filled(path: string, names: readonly string[], line: string, place: string): string {
  const values = names.length === 1 ? [line] : line.split(/\s*[,\t]\s*/);
  if (values.length !== names.length) {
    throw new UsageError(
      `${place}: ${JSON.stringify(line.slice(0, 80))} has ${values.length} values, separated by commas, and ${path} has ${names.length} names`,
    );
  }
  return path.replace(NAMES, () => encodeURIComponent(values.shift() ?? ""));
}

/** A line of the common or the combined log format: the request and the status of its response. */
const LOGGED = /"([A-Z]+) (\S+) HTTP\/[\d.]+" ([1-5]\d\d)/;

/** Returns the path in a line; null for a line of a log about another method or a response that was no success. */
function pathIn(line: string, method: string): string | null {
  const [, own = method, target = line, status = "200"] = LOGGED.exec(line) ?? [];
  if (own !== method || !status.startsWith("2")) return null;
  const url = URL.canParse(target, "http://localhost") ? new URL(target, "http://localhost") : null;
  return /^(?:\/|https?:)/.test(target) && url !== null ? url.pathname + url.search : null;
}
