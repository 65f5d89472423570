import { apiRoutes } from "@deadheat/handlers";
import type { App } from "../listenable.ts";

const registrars = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const;

export function serve(app: App): void {
  for (const { method, pattern, handle } of apiRoutes) {
    app[registrars[method]](pattern, (req, res) => {
      const { id, itemId } = req.params as { id?: string; itemId?: string };
      res.json(handle(id, itemId));
    });
  }
}
