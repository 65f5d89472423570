import { apiRoutes } from "@deadheat/handlers";
import type { Express } from "express";

const registrars = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const;

export function serve(app: Express): void {
  for (const { method, pattern, handle } of apiRoutes) {
    app[registrars[method]](pattern, (req, res) => {
      const { id, itemId } = req.params as { id?: string; itemId?: string };
      res.json(handle(id, itemId));
    });
  }
}
