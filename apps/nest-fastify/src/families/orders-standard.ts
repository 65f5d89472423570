import { orders, type Order } from "@deadheat/handlers";
import { orderSchema } from "@deadheat/handlers/order-schema";
import {
  Body,
  Controller,
  HttpCode,
  Post,
  StandardSchemaValidationPipe,
  UsePipes,
} from "@nestjs/common";
import { decorate } from "../decorate.ts";
import type { Family } from "./family.ts";

class OrdersController {
  create(order: Order) {
    return orders.handle(order);
  }
}
Controller()(OrdersController);
const validated = UsePipes(new StandardSchemaValidationPipe());
decorate(OrdersController, "create", Post(orders.pattern), HttpCode(200), validated);
Body({ schema: orderSchema })(OrdersController.prototype, "create", 0);

export const family: Family = { controllers: [OrdersController] };
