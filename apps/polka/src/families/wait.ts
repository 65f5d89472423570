import { wait } from "@deadheat/handlers";
import type { Polka } from "polka";
import { sendJson } from "../send.ts";

export function serve(server: Polka): void {
  server.get(wait.pattern, async (req, res) =>
    sendJson(res, await wait.handle(req.params.id as string)),
  );
}
