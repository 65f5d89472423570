import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { AsyncStore, Store, SyncStore } from "@deadheat/stores";
import { Controller, Get, Header, Param, Query, type Type } from "@nestjs/common";
import { decorate } from "./decorate.ts";

const text = Header("content-type", "text/plain");

/** Returns a controller for the routes that read from the chosen store. */
export function storeController(store: Store): Type {
  return store.sync ? syncController(store) : asyncController(store);
}

function syncController(store: SyncStore): Type {
  class StoreController {
    hello() {
      return store.hello();
    }
    row(id: string) {
      return row.handle(store, id);
    }
  }
  Controller()(StoreController);
  decorate(StoreController, "hello", Get(hello.pattern), text);
  decorate(StoreController, "row", Get(row.pattern));
  Param("id")(StoreController.prototype, "row", 0);
  return StoreController;
}

function asyncController(store: AsyncStore): Type {
  class StoreController {
    hello() {
      return store.hello();
    }
    row(id: string) {
      return row.handle(store, id);
    }
    queries(count?: string) {
      return queries.handle(store, count);
    }
    fortunes() {
      return fortunes.handle(store);
    }
  }
  Controller()(StoreController);
  decorate(StoreController, "hello", Get(hello.pattern), text);
  decorate(StoreController, "row", Get(row.pattern));
  Param("id")(StoreController.prototype, "row", 0);
  decorate(StoreController, "queries", Get(queries.pattern));
  Query("queries")(StoreController.prototype, "queries", 0);
  const html = Header("content-type", "text/html; charset=utf-8");
  decorate(StoreController, "fortunes", Get(fortunes.pattern), html);
  return StoreController;
}
