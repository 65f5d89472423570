import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import cors from "cors";
import helmet from "helmet";
import express, { type NextFunction, type Request, type Response } from "ultimate-express";
import type { App } from "../listenable.ts";

/** Serves the account. The middleware applies to /account only. */
export function serve(app: App): void {
  app.use("/account", requestId, helmet(), cors({ origin: ORIGIN }), bearer);
  app.get(profile.pattern, (_, res) => void res.json(profile.handle()));
  app.post(
    notes.pattern,
    // The limit must be text. Version 2.2.1 turns a number into text and then compares with that, so it limits nothing.
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

/** Responds 413. Unlike Express's, the parser's error has no status, and would become 500. */
function tooLarge(error: Error, _: Request, res: Response, next: NextFunction): void {
  if (error.message === "Request entity too large") res.sendStatus(413);
  else next(error);
}
