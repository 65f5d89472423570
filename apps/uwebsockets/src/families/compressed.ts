import { gzipSync } from "node:zlib";
import { items } from "@deadheat/handlers";
import type { TemplatedApp } from "uWebSockets.js";

/** Compresses by node:zlib at its default level. uWebSockets.js compresses only WebSocket messages. */
export function serve(server: TemplatedApp): void {
  server.get(items.pattern, (res, req) => {
    const gzip = /\bgzip\b/.test(req.getHeader("accept-encoding"));
    const answer = items.handle(req.getParameter("count") ?? "", req.getQuery("m"));
    const body = JSON.stringify(answer);
    res.writeHeader("content-type", "application/json").writeHeader("vary", "accept-encoding");
    if (gzip) res.writeHeader("content-encoding", "gzip").end(gzipSync(body));
    else res.end(body);
  });
}
