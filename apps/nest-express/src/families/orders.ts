import { CURRENCIES, EMAIL, orders, SKU, type Order } from "@deadheat/handlers";
import { Body, Controller, HttpCode, Post, UsePipes, ValidationPipe } from "@nestjs/common";
import { Type } from "class-transformer";
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from "class-validator";
import { decorate, decorateField } from "../decorate.ts";
import type { Family } from "./family.ts";

class Customer {
  declare name: string;
  declare email: string;
}
decorateField(Customer, "name", IsString(), Length(1, 50));
decorateField(Customer, "email", IsString(), Matches(EMAIL));

class Line {
  declare sku: string;
  declare quantity: number;
  declare price: number;
}
decorateField(Line, "sku", IsString(), Matches(SKU));
decorateField(Line, "quantity", IsInt(), Min(1), Max(99));
decorateField(Line, "price", IsNumber(), Min(0));

class CreateOrder implements Order {
  declare customer: Customer;
  declare currency: Order["currency"];
  declare lines: Line[];
}
const customer = Type(() => Customer);
decorateField(CreateOrder, "customer", IsObject(), ValidateNested(), customer);
decorateField(CreateOrder, "currency", IsIn(CURRENCIES));
const length = [ArrayMinSize(1), ArrayMaxSize(20)];
const each = [ValidateNested({ each: true }), Type(() => Line)];
decorateField(CreateOrder, "lines", IsArray(), ...length, ...each);

class OrdersController {
  create(order: CreateOrder) {
    return orders.handle(order);
  }
}
Controller()(OrdersController);
// The metadata that a compiler would emit for the method's types.
const types = Reflect.metadata("design:paramtypes", [CreateOrder]) as MethodDecorator;
const validated = UsePipes(new ValidationPipe());
decorate(OrdersController, "create", Post(orders.pattern), HttpCode(200), validated, types);
Body()(OrdersController.prototype, "create", 0);

export const family: Family = { controllers: [OrdersController] };
