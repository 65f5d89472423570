import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import type { TemplatedApp } from "uWebSockets.js";
import { readJson } from "../body.ts";
import { sendJson } from "../send.ts";

const MAX_BODY_BYTES = 1024 * 1024;

export function serve(server: TemplatedApp): void {
  server.post(orders.pattern, (res) =>
    readJson(res, MAX_BODY_BYTES, (body) => {
      const result = orderProblems(body);
      if ("order" in result) return sendJson(res, orders.handle(result.order));
      res.writeStatus("400 Bad Request");
      sendJson(res, { errors: result.problems });
    }),
  );
}
