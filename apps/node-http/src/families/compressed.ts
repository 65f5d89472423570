import { gzipSync } from "node:zlib";
import { items } from "@deadheat/handlers";
import type { Family } from "./family.ts";

/** Compresses synchronously: for 10 KB another thread costs more than it saves. */
export const family: Family = ({ request, response, method, path, query }) => {
  const count = /^\/items\/([^/]+)$/.exec(path)?.[1];
  if (method !== "GET" || count === undefined) return false;
  const text = JSON.stringify(items.handle(count, new URLSearchParams(query).get("m")));
  const zipped = /\bgzip\b/.test(request.headers["accept-encoding"]?.toString() ?? "");
  const body = zipped ? gzipSync(text) : Buffer.from(text);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": body.length,
    vary: "Accept-Encoding",
    ...(zipped && { "content-encoding": "gzip" }),
  });
  response.end(body);
  return true;
};
