import { BEARER, notes, notFound, ORIGIN, profile } from "@deadheat/handlers";
import { bearer } from "@elysiajs/bearer";
import { cors } from "@elysiajs/cors";
import { Elysia, ElysiaCustomStatusResponse, type AnyElysia } from "elysia";
import { helmet } from "elysia-helmet";
import { limited } from "../body-limit.ts";

const PREFIX = "/account";

/** Mounts the account. Otherwise cors and helmet would apply to the whole server. */
export function serve(app: AnyElysia): AnyElysia {
  return app.mount(PREFIX, account);
}

const account = new Elysia()
  .use(helmet())
  .use(cors({ origin: ORIGIN }))
  .use(bearer())
  .onRequest(({ set }) => {
    set.headers["x-request-id"] = crypto.randomUUID();
  })
  .onParse(({ request }) => limited(request))
  .onBeforeHandle(({ bearer: token, set, status }) => {
    if (token === BEARER) return;
    set.headers["www-authenticate"] = "Bearer";
    return status(401, "Unauthorized");
  })
  .onError(({ code, error, set }) => {
    // An error of a parser is the cause of Elysia's own 400.
    if (code === "PARSE" && error.cause instanceof ElysiaCustomStatusResponse) return error.cause;
    if (code !== "NOT_FOUND") return;
    set.status = 404;
    return notFound.handle();
  })
  .get(profile.pattern.slice(PREFIX.length), () => profile.handle())
  .post(notes.pattern.slice(PREFIX.length), ({ body }) => notes.handle(body));
