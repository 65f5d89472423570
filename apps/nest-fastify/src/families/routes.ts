import { apiRoutes, type ApiRoute } from "@deadheat/handlers";
import { Controller, Delete, Get, HttpCode, Param, Post, Put } from "@nestjs/common";
import { decorate } from "../decorate.ts";
import type { Family } from "./family.ts";

const methods = { GET: Get, POST: Post, PUT: Put, DELETE: Delete };

class RoutesController {
  [name: string]: ApiRoute["handle"];
}
Controller()(RoutesController);
const { prototype } = RoutesController;
for (const { name, method, pattern, handle } of apiRoutes) {
  prototype[name] = handle;
  // Nest's default for POST is 201.
  decorate(RoutesController, name, methods[method](pattern), HttpCode(200));
  if (pattern.includes(":id")) Param("id")(prototype, name, 0);
  if (pattern.includes(":itemId")) Param("itemId")(prototype, name, 1);
}

export const family: Family = { controllers: [RoutesController] };
