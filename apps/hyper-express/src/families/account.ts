import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import cors from "cors";
import helmet from "helmet";
import type { MiddlewareHandler, MiddlewareNext, Request, Response, Server } from "hyper-express";

/** Serves the account. The middleware applies to /account only. */
export function serve(server: Server): void {
  // Express's middleware, for which the documentation promises "limited compatibility".
  const headers = helmet() as unknown as MiddlewareHandler;
  const origins = cors({ origin: ORIGIN }) as unknown as MiddlewareHandler;
  server.use("/account", requestId, headers, origins, bearer);
  server.get(profile.pattern, (_, res) => void res.json(profile.handle()));
  server.post(notes.pattern, { max_body_length: BODY_LIMIT_BYTES }, async (req, res) => {
    res.json(notes.handle(await req.json()));
  });
}

function requestId(_: Request, res: Response, next: MiddlewareNext): void {
  res.header("x-request-id", crypto.randomUUID());
  next();
}

function bearer(req: Request, res: Response, next: MiddlewareNext): void {
  if (req.headers.authorization === `Bearer ${BEARER}`) next();
  else res.status(401).header("www-authenticate", "Bearer").send();
}
