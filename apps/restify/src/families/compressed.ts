import { items } from "@deadheat/handlers";
import restify, { type Server } from "restify";

export function serve(server: Server): void {
  server.use(restify.plugins.gzipResponse());
  server.get(items.pattern, restify.plugins.queryParser(), (req, res, next) => {
    res.json(items.handle(req.params.count, req.query.m));
    next();
  });
}
