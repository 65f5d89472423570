import { apiRoutes } from "@deadheat/handlers";
import type { Server } from "hyper-express";

const registrars = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const;

export function serve(server: Server): void {
  for (const { method, pattern, handle } of apiRoutes) {
    server[registrars[method]](pattern, (req, res) => {
      const { id, itemId } = req.path_parameters;
      res.json(handle(id, itemId));
    });
  }
}
