import { gzipSync } from "node:zlib";
import { items } from "@deadheat/handlers";
import type { Family } from "./family.ts";
import { fieldReader, headOf } from "./fields.ts";

const acceptedOf = fieldReader("accept-encoding");

/** Compresses synchronously: for 10 KB another thread costs more than it saves. */
export const family: Family = (request) => {
  const { method, path, query, keepAlive } = request;
  const count = /^\/items\/([^/]+)$/.exec(path)?.[1];
  if (method !== "GET" || count === undefined) return null;
  const text = JSON.stringify(items.handle(count, new URLSearchParams(query).get("m")));
  const zipped = /\bgzip\b/.test(acceptedOf(request) ?? "");
  const body = zipped ? gzipSync(text) : Buffer.from(text);
  const fields = {
    "content-type": "application/json",
    "content-length": body.length,
    vary: "Accept-Encoding",
    ...(zipped && { "content-encoding": "gzip" }),
  };
  return Buffer.concat([Buffer.from(headOf(200, fields, !keepAlive)), body]);
};
