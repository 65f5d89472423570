import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import restify, { type Response } from "restify";

const server = restify.createServer();
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
server.on("NotFound", (_, res: Response, error: Error, done: () => void) => {
  res.contentType = "text/plain";
  error.toString = notFound.handle;
  done();
});

await listen({ kind: "node", handler: (req, res) => server.server.emit("request", req, res) });
