import { items, itemsSum } from "@deadheat/handlers";
import { Body, Controller, Get, HttpCode, Param, Post, Query } from "@nestjs/common";
import { decorate } from "../decorate.ts";
import type { Family } from "./family.ts";

class ItemsController {
  list(count: string, m?: string) {
    return items.handle(count, m);
  }
  sum(body: unknown) {
    return itemsSum.handle(body);
  }
}
Controller()(ItemsController);
decorate(ItemsController, "list", Get(items.pattern));
Param("count")(ItemsController.prototype, "list", 0);
Query("m")(ItemsController.prototype, "list", 1);
decorate(ItemsController, "sum", Post(itemsSum.pattern), HttpCode(200));
Body()(ItemsController.prototype, "sum", 0);

export const family: Family = { controllers: [ItemsController] };
