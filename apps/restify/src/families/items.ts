import { items, itemsSum } from "@deadheat/handlers";
import restify, { type Server } from "restify";

export function serve(server: Server): void {
  server.get(items.pattern, restify.plugins.queryParser(), (req, res, next) => {
    res.json(items.handle(req.params.count, req.query.m));
    next();
  });
  server.post(itemsSum.pattern, ...restify.plugins.bodyParser(), (req, res, next) => {
    res.json(itemsSum.handle(req.body));
    next();
  });
}
