import { items, itemsSum } from "@deadheat/handlers";
import type { Server } from "hyper-express";

export function serve(server: Server): void {
  server.get(
    items.pattern,
    (req, res) =>
      void res.json(items.handle(req.path_parameters.count as string, req.query_parameters.m)),
  );
  server.post(itemsSum.pattern, async (req, res) => {
    res.json(itemsSum.handle(await req.json()));
  });
}
