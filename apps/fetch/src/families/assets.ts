import { extname, join, resolve, sep } from "node:path";
import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH, notFound } from "@deadheat/handlers";
import { find } from "#files";
import { text } from "../text.ts";
import type { Family } from "./family.ts";
import { parameter } from "./parameter.ts";

const folder = resolve(assetsFolder());
const prefix = `${ASSETS_PATH}/`;

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

export const family: Family = ({ request, method, path }) => {
  if (method !== "GET" || !path.startsWith(prefix)) return null;
  const name = parameter(path.slice(prefix.length));
  const file = join(folder, name);
  // The path leaves the folder, in whatever spelling.
  if (!file.startsWith(folder + sep) || name.includes("\0")) return null;
  return answerFile(file, request).catch(() => text(notFound.handle(), 404));
};

async function answerFile(file: string, { headers: sent }: Request): Promise<Response> {
  const { size, modified, content } = await find(file);
  const headers = {
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    etag: `W/"${size.toString(16)}-${Math.floor(modified).toString(16)}"`,
    "last-modified": new Date(modified).toUTCString(),
  };
  return isUnchanged(headers, sent)
    ? new Response(null, { status: 304, headers })
    : new Response(await content(), { headers });
}

/** Returns whether the client's copy is current (RFC 9110, 13.1). The entity tag takes precedence over the date. */
function isUnchanged(
  fields: { readonly etag: string; readonly "last-modified": string },
  sent: Headers,
): boolean {
  const tags = sent.get("if-none-match");
  if (tags !== null) {
    return tags.split(/\s*,\s*/).some((tag) => tag === "*" || tag === fields.etag);
  }
  const since = sent.get("if-modified-since");
  return since !== null && Date.parse(fields["last-modified"]) <= Date.parse(since);
}
