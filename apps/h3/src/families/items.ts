import { items, itemsSum } from "@deadheat/handlers";
import { getQuery, getRouterParam, readBody, type H3 } from "h3";

export function serve(h3: H3): void {
  h3.get(items.pattern, (event) =>
    items.handle(getRouterParam(event, "count") ?? "", getQuery<{ m?: string }>(event).m),
  );
  h3.post(itemsSum.pattern, async (event) => itemsSum.handle(await readBody(event)));
}
