import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import { listenable } from "./listenable.ts";

const families = await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  compressed: () => import("./families/compressed.ts"),
  wait: () => import("./families/wait.ts"),
});

await listen(
  listenable((app) => {
    for (const { serve } of families) serve(app);
    app.use((_, res) => void res.status(404).type("text").send(notFound.handle()));
  }),
);
