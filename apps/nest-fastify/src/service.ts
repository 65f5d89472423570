import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { Module } from "@nestjs/common";
import type { Family } from "./families/family.ts";
import { listenable } from "./listenable.ts";

const chosen = await chosenFamilies<{ family: Family }>({
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

// oxlint-disable-next-line no-extraneous-class -- a module of Nest
class ServiceModule {}
Module({
  controllers: families.flatMap(({ controllers = [] }) => controllers),
  imports: families.flatMap(({ imports = [] }) => imports),
})(ServiceModule);

await listen(
  listenable(ServiceModule, async (nest) => {
    for (const { prepare } of families) await prepare?.(nest);
  }),
);
