import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import { text } from "./text.ts";

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

function fetch(request: Request): Response | Promise<Response> {
  const { url, method } = request;
  // The path follows scheme and authority, as in app.ts.
  const pathAt = url.indexOf("/", 8);
  const queryAt = url.indexOf("?", pathAt);
  const path = queryAt === -1 ? url.slice(pathAt) : url.slice(pathAt, queryAt);
  const query = queryAt === -1 ? "" : url.slice(queryAt + 1);
  const asked = { request, method, path, query };
  for (const answer of families) {
    const response = answer(asked);
    if (response !== null) return response;
  }
  return text(notFound.handle(), 404);
}

await listen({ kind: "fetch", fetch });
