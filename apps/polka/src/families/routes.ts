import { apiRoutes } from "@deadheat/handlers";
import type { Polka } from "polka";
import { sendJson } from "../send.ts";

export function serve(server: Polka): void {
  for (const { method, pattern, handle } of apiRoutes) {
    server.add(method, pattern, (req, res) => {
      const { id, itemId } = req.params as Record<string, string>;
      sendJson(res, handle(id, itemId));
    });
  }
}
