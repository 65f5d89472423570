import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import type { Routes } from "./respond.ts";
import { serve } from "./serve.ts";

const chosen = await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  compressed: () => import("./families/compressed.ts"),
  events: () => import("./families/events.ts"),
  wait: () => import("./families/wait.ts"),
});
const routes: Routes = Object.assign({}, ...chosen.map((family) => family.routes()));

await listen({ kind: "self", listen: (address) => serve(routes, address) });
