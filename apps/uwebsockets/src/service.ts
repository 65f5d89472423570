import { listen } from "@deadheat/adapter";
import { chosenFamilies } from "@deadheat/adapter/families";
import { notFound } from "@deadheat/handlers";
import { listenable } from "./listenable.ts";
import { send } from "./send.ts";

const families = await chosenFamilies({
  routes: () => import("./families/routes.ts"),
  items: () => import("./families/items.ts"),
  account: () => import("./families/account.ts"),
  "orders-standard": () => import("./families/orders-standard.ts"),
  assets: () => import("./families/assets.ts"),
  compressed: () => import("./families/compressed.ts"),
  events: () => import("./families/events.ts"),
  wait: () => import("./families/wait.ts"),
});

await listen(
  listenable((server) => {
    for (const { serve } of families) serve(server);
    server.any("/*", (res, req) => {
      res.writeStatus("404 Not Found");
      // A GET route does not match HEAD, and `send` would add a body.
      if (req.getMethod() === "head") res.endWithoutBody();
      else send(res, "text/plain", notFound.handle());
    });
  }),
);
