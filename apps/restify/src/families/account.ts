import { BEARER, BODY_LIMIT_BYTES, ORIGIN, notes, profile } from "@deadheat/handlers";
import helmet from "helmet";
import restify, { type Next, type Request, type Response, type Server } from "restify";
import corsMiddleware from "restify-cors-middleware";

const cors = corsMiddleware({
  origins: [ORIGIN],
  allowHeaders: ["authorization"],
  exposeHeaders: [],
});

export function serve(server: Server): void {
  const guard = [
    helmet(),
    vary,
    cors.actual,
    identify,
    restify.plugins.oauth2TokenParser(),
    authorize,
  ];
  const limited = restify.plugins.bodyParser({ maxBodySize: BODY_LIMIT_BYTES });
  server.opts("/account/:what", cors.preflight, (_, res, next) => {
    res.send(204);
    next();
  });
  server.get(profile.pattern, ...guard, (_, res, next) => {
    res.json(profile.handle());
    next();
  });
  server.post(notes.pattern, ...guard, ...limited, (req, res, next) => {
    res.json(notes.handle(req.body));
    next();
  });
}

/** restify-cors-middleware sets `vary` only for the known origin. */
function vary(_: Request, res: Response, next: Next): void {
  res.setHeader("vary", "origin");
  next();
}

/** Restify creates an id for each request, but does not send it by itself. */
function identify(req: Request, res: Response, next: Next): void {
  res.setHeader("x-request-id", req.id());
  next();
}

function authorize(req: Request, res: Response, next: Next): void {
  // The result of oauth2TokenParser, which its types lack.
  const { oauth2 } = req as Request & { oauth2: { accessToken: string | null } };
  if (oauth2.accessToken === BEARER) return next();
  res.send(401, { code: "Unauthorized" });
  next(false);
}
