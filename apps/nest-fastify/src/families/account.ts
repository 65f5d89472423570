import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
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
import type { FastifyRequest } from "fastify";
import helmet from "helmet";
import { decorate } from "../decorate.ts";
import type { Family } from "./family.ts";

const PREFIX = "/account";

class BearerGuard {
  canActivate(context: ExecutionContext) {
    const { authorization } = context.switchToHttp().getRequest<FastifyRequest>().headers;
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

function requestId(_: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader("x-request-id", randomUUID());
  next();
}

export const family: Family = {
  controllers: [AccountController],
  prepare: async (nest) => {
    // Middleware applies to this path only. `enableCors` and Fastify's plugins would apply to every path.
    for (const part of [requestId, helmet(), cors({ origin: ORIGIN })]) nest.use(PREFIX, part);
    // Nest has no decorator for this option of Fastify's routes.
    nest
      .getHttpAdapter()
      .getInstance()
      .addHook("onRoute", (route) => {
        if (route.url.startsWith(PREFIX)) route.bodyLimit = BODY_LIMIT_BYTES;
      });
  },
};
