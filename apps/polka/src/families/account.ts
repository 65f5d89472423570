import type { IncomingMessage, ServerResponse } from "node:http";
import { BEARER, BODY_LIMIT_BYTES, ORIGIN, notes, profile } from "@deadheat/handlers";
import { json } from "body-parser";
import cors from "cors";
import helmet from "helmet";
import type { Polka } from "polka";
import { send, sendJson } from "../send.ts";

export function serve(server: Polka): void {
  server.use("/account", helmet(), cors({ origin: ORIGIN }), identify, authorize);
  server.get(profile.pattern, (_, res) => sendJson(res, profile.handle()));
  server.post(notes.pattern, json({ limit: BODY_LIMIT_BYTES }), (req, res) =>
    sendJson(res, notes.handle(req.body)),
  );
}

function identify(_: IncomingMessage, res: ServerResponse, next: () => void): void {
  res.setHeader("x-request-id", crypto.randomUUID());
  next();
}

function authorize(req: IncomingMessage, res: ServerResponse, next: () => void): void {
  if (req.headers.authorization === `Bearer ${BEARER}`) next();
  else send(res, 401, "text/plain", "Unauthorized");
}
