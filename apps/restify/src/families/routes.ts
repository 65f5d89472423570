import { apiRoutes } from "@deadheat/handlers";
import type { Server } from "restify";

const registers = { GET: "get", POST: "post", PUT: "put", DELETE: "del" } as const;

export function serve(server: Server): void {
  for (const { method, pattern, handle } of apiRoutes) {
    server[registers[method]](pattern, (req, res, next) => {
      res.json(handle(req.params.id, req.params.itemId));
      next();
    });
  }
}
