import { wait } from "@deadheat/handlers";
import type { TemplatedApp } from "uWebSockets.js";
import { later } from "../later.ts";
import { sendJson } from "../send.ts";

export function serve(server: TemplatedApp): void {
  server.get(wait.pattern, (res, req) =>
    later(res, wait.handle(req.getParameter("id") ?? ""), (answer) => sendJson(res, answer)),
  );
}
