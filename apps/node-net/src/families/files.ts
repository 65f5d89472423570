import { stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { parameter } from "./parameter.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/**
 * Returns the file that `sent` names below `folder`, an absolute path; null for a file outside, however it is spelt.
 */
export function fileBelow(folder: string, sent: string): string | null {
  const name = parameter(sent);
  const file = join(folder, name);
  return file.startsWith(folder + sep) && !name.includes("\0") ? file : null;
}

/** Returns the header fields of a file, with its validators. Rejects if there is no file. */
export async function fieldsOf(file: string): Promise<Record<string, string>> {
  const found = await stat(file);
  if (!found.isFile()) throw new Error(`${file} is no file`);
  const { size, mtimeMs } = found;
  return {
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    etag: `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`,
    "last-modified": new Date(mtimeMs).toUTCString(),
  };
}

/** Returns whether the client's copy is current (RFC 9110, 13.1). The entity tag takes precedence over the date. */
export function isUnchanged(
  fields: Readonly<Record<string, string>>,
  tags: string | undefined,
  since: string | undefined,
): boolean {
  if (tags !== undefined)
    return tags.split(/\s*,\s*/).some((tag) => tag === "*" || tag === fields["etag"]);
  return since !== undefined && Date.parse(fields["last-modified"] ?? "") <= Date.parse(since);
}
