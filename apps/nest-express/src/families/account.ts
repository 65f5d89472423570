import { randomUUID } from "node:crypto";
import { BEARER, BODY_LIMIT_BYTES, notes, ORIGIN, profile } from "@deadheat/handlers";
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Post,
  UnauthorizedException,
  UseGuards,
  type ExecutionContext,
} from "@nestjs/common";
import cors from "cors";
import { json, type Request, type RequestHandler } from "express";
import helmet from "helmet";
import { decorate } from "../decorate.ts";
import type { Family } from "./family.ts";

class BearerGuard {
  canActivate(context: ExecutionContext) {
    const { authorization } = context.switchToHttp().getRequest<Request>().headers;
    if (authorization !== `Bearer ${BEARER}`) throw new UnauthorizedException();
    return true;
  }
}

class AccountController {
  profile() {
    return profile.handle();
  }
  create(note: unknown) {
    return notes.handle(note);
  }
}
Controller()(AccountController);
UseGuards(BearerGuard)(AccountController);
decorate(AccountController, "profile", Get(profile.pattern));
decorate(AccountController, "create", Post(notes.pattern), HttpCode(200));
Body()(AccountController.prototype, "create", 0);

const requestId: RequestHandler = (_, response, next) => {
  response.setHeader("x-request-id", randomUUID());
  next();
};

export const family: Family = {
  controllers: [AccountController],
  // `enableCors` and `useBodyParser` would apply to every path.
  prepare: (nest) => {
    const limited = json({ limit: BODY_LIMIT_BYTES });
    nest.use("/account", requestId, helmet(), cors({ origin: ORIGIN }), limited);
    // The parser for other paths. Nest skips its own parser if it finds one.
    nest.useBodyParser("json");
  },
};
