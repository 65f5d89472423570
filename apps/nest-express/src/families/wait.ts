import { wait } from "@deadheat/handlers";
import { Controller, Get, Param } from "@nestjs/common";
import { decorate } from "../decorate.ts";
import type { Family } from "./family.ts";

class WaitController {
  wait(id: string) {
    return wait.handle(id);
  }
}
Controller()(WaitController);
decorate(WaitController, "wait", Get(wait.pattern));
Param("id")(WaitController.prototype, "wait", 0);

export const family: Family = { controllers: [WaitController] };
