import { gzipSync } from "node:zlib";
import { items } from "@deadheat/handlers";
import type { Family } from "./family.ts";

/** Compresses by node:zlib, which all three runtimes have. A CompressionStream is more work on Node and Deno. */
export const family: Family = ({ request, method, path, query }) => {
  const count = /^\/items\/([^/]+)$/.exec(path)?.[1];
  if (method !== "GET" || count === undefined) return null;
  const answer = items.handle(count, new URLSearchParams(query).get("m"));
  const vary = "Accept-Encoding";
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    return Response.json(answer, { headers: { vary } });
  }
  const headers = { "content-type": "application/json", "content-encoding": "gzip", vary };
  return new Response(gzipSync(JSON.stringify(answer)), { headers });
};
