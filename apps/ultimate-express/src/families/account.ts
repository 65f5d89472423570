import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import cors from "cors";
import helmet from "helmet";
import express, { type NextFunction, type Request, type Response } from "ultimate-express";
import type { App } from "../listenable.ts";

/** The middleware stands before /account alone. */
export function serve(app: App): void {
  app.use("/account", requestId, helmet(), cors({ origin: ORIGIN }), bearer);
  app.get(profile.pattern, (_, res) => void res.json(profile.handle()));
  app.post(
    notes.pattern,
    // A number would be no limit: version 2.2.1 makes a text of it, with which it then compares.
    express.json({ limit: `${BODY_LIMIT_BYTES}b` }),
    (req, res) => void res.json(notes.handle(req.body)),
  );
  app.use("/account", tooLarge);
}

function requestId(_: Request, res: Response, next: NextFunction): void {
  res.set("x-request-id", crypto.randomUUID());
  next();
}

function bearer(req: Request, res: Response, next: NextFunction): void {
  if (req.get("authorization") === `Bearer ${BEARER}`) next();
  else res.set("www-authenticate", "Bearer").sendStatus(401);
}

/** Its parser's error has no status, unlike Express's, and would be answered with 500. */
function tooLarge(error: Error, _: Request, res: Response, next: NextFunction): void {
  if (error.message === "Request entity too large") res.sendStatus(413);
  else next(error);
}
