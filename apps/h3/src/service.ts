import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import { H3 } from "h3";

const h3 = new H3();
for (const { serve } of await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  orders: () => import("./families/orders.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  events: () => import("./families/events.ts"),
  wait: () => import("./families/wait.ts"),
})) {
  serve(h3);
}
h3.all("/**", (event) => {
  event.res.status = 404;
  return notFound.handle();
});

await listen({ kind: "fetch", fetch: h3.fetch });
