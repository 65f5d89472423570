import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import cors from "cors";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import helmet from "helmet";

/** Serves the account. The middleware applies to /account only. */
export function serve(app: Express): void {
  app.use("/account", requestId, helmet(), cors({ origin: ORIGIN }), bearer);
  app.get(profile.pattern, (_, res) => void res.json(profile.handle()));
  app.post(
    notes.pattern,
    express.json({ limit: BODY_LIMIT_BYTES }),
    (req, res) => void res.json(notes.handle(req.body)),
  );
}

function requestId(_: Request, res: Response, next: NextFunction): void {
  res.set("x-request-id", crypto.randomUUID());
  next();
}

function bearer(req: Request, res: Response, next: NextFunction): void {
  if (req.get("authorization") === `Bearer ${BEARER}`) next();
  else res.set("www-authenticate", "Bearer").sendStatus(401);
}
