import { apiRoutes } from "@deadheat/handlers";
import { getRouterParam, type H3 } from "h3";

export function serve(h3: H3): void {
  for (const { method, pattern, handle } of apiRoutes) {
    h3.on(method, pattern, (event) =>
      handle(getRouterParam(event, "id"), getRouterParam(event, "itemId")),
    );
  }
}
