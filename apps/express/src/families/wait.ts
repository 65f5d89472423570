import { wait } from "@deadheat/handlers";
import type { Express } from "express";

export function serve(app: Express): void {
  app.get(wait.pattern, async (req, res) => void res.json(await wait.handle(req.params.id)));
}
