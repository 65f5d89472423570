import { wait } from "@deadheat/handlers";
import type { Server } from "hyper-express";

export function serve(server: Server): void {
  server.get(wait.pattern, async (req, res) => {
    res.json(await wait.handle(req.path_parameters.id as string));
  });
}
