import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import { Elysia, type AnyElysia, type ElysiaConfig } from "elysia";
import { listenable } from "#listenable";

const families = await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  orders: () => import("./families/orders.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  events: () => import("./families/events.ts"),
  wait: () => import("./families/wait.ts"),
});

function createService(config: ElysiaConfig<""> = {}): AnyElysia {
  // In production Elysia's default response does not name the invalid field of a body.
  const app = new Elysia({ ...config, allowUnsafeValidationDetails: true }).onError(
    ({ code, set }) => {
      if (code !== "NOT_FOUND") return;
      set.status = 404;
      return notFound.handle();
    },
  );
  return families.reduce<AnyElysia>((service, { serve }) => serve(service), app);
}

await listen(listenable(createService));
