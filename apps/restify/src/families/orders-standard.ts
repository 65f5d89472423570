import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import restify, { type Server } from "restify";

export function serve(server: Server): void {
  server.post(orders.pattern, ...restify.plugins.bodyParser(), (req, res, next) => {
    const checked = orderProblems(req.body);
    if ("order" in checked) res.json(orders.handle(checked.order));
    else res.json(400, { errors: checked.problems });
    next();
  });
}
