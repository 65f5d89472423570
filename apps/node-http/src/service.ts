import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import { send } from "./send.ts";

const chosen = await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  orders: () => import("./families/orders.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  compressed: () => import("./families/compressed.ts"),
  events: () => import("./families/events.ts"),
  wait: () => import("./families/wait.ts"),
});
const families = chosen.map(({ family }) => family);

function handler(request: IncomingMessage, response: ServerResponse): void {
  const { url = "/", method = "GET" } = request;
  const queryAt = url.indexOf("?");
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  const query = queryAt === -1 ? "" : url.slice(queryAt + 1);
  const asked = { request, response, method, path, query };
  if (!families.some((answers) => answers(asked))) {
    send(response, 404, "text/plain", notFound.handle());
  }
}

await listen({ kind: "node", handler });
