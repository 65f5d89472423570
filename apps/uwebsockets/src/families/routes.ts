import { apiRoutes } from "@deadheat/handlers";
import type { TemplatedApp } from "uWebSockets.js";
import { sendJson } from "../send.ts";

const registrars = { GET: "get", POST: "post", PUT: "put", DELETE: "del" } as const;

export function serve(server: TemplatedApp): void {
  for (const { method, pattern, handle } of apiRoutes) {
    server[registrars[method]](pattern, (res, req) => {
      // An empty parameter means that the pattern has none.
      const id = req.getParameter("id") || undefined;
      const itemId = req.getParameter("itemId") || undefined;
      sendJson(res, handle(id, itemId));
    });
  }
}
