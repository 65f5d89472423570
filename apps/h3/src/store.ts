import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import { getQuery, getRouterParam, html, raw, type H3 } from "h3";

/** Adds the routes that read from the chosen store. */
export function serveStore(h3: H3, store: Store): void {
  h3.get(hello.pattern, () => store.hello());
  h3.get(row.pattern, (event) => row.handle(store, getRouterParam(event, "id") ?? ""));
  if (store.sync) return;
  h3.get(queries.pattern, (event) =>
    queries.handle(store, getQuery<{ queries?: string }>(event).queries),
  );
  h3.get(fortunes.pattern, async () => html(raw(await fortunes.handle(store))));
}
