import { wait } from "@deadheat/handlers";
import type { App } from "../listenable.ts";

export function serve(app: App): void {
  app.get(wait.pattern, async (req, res) => void res.json(await wait.handle(req.params.id)));
}
