import { wait } from "@deadheat/handlers";
import type { Server } from "restify";

export function serve(server: Server): void {
  server.get(wait.pattern, async (req, res) => {
    res.json(await wait.handle(req.params.id));
  });
}
