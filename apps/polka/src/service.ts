import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import polka, { type Request } from "polka";
import { send } from "./send.ts";

const server = polka({
  onNoMatch: (_, res) => send(res, 404, "text/plain", notFound.handle()),
  // Polka's own handler ends the process for an error with a `length`, such as body-parser's 413.
  onError: (error: Error & { status?: number }, _, res) =>
    send(res, error.status ?? 500, "text/plain", error.message),
});
for (const { serve } of await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  compressed: () => import("./families/compressed.ts"),
  events: () => import("./families/events.ts"),
  wait: () => import("./families/wait.ts"),
})) {
  serve(server);
}

await listen({ kind: "node", handler: (req, res) => server.handler(req as Request, res) });
