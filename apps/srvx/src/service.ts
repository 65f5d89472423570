import { listen, type FetchHandler } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import { serve } from "./serve.ts";
import { text } from "./text.ts";

const chosen = await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  events: () => import("./families/events.ts"),
  wait: () => import("./families/wait.ts"),
});
const families = chosen.map(({ family }) => family);

/** Tries the families in turn, because srvx has no router. */
const fetch: FetchHandler = (request) => {
  const url = new URL(request.url);
  for (const family of families) {
    const answer = family(request, url);
    if (answer) return answer;
  }
  return text(notFound.handle(), 404);
};

await listen({ kind: "self", listen: (address) => serve(fetch, address) });
