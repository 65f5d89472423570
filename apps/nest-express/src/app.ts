import { about, echo, hell, hello, hey, json, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Module,
  Param,
  Post,
  Query,
} from "@nestjs/common";
import { decorate } from "./decorate.ts";
import { listenable } from "./listenable.ts";
import { storeController } from "./store.ts";

class AppController {
  hey() {
    return hey.handle();
  }
  hell() {
    return hell.handle();
  }
  about() {
    return about.handle();
  }
  json() {
    return json.handle();
  }
  users(id: string, name?: string) {
    return users.handle(id, name);
  }
  echo(body: unknown) {
    return echo.handle(body);
  }
}
const text = Header("content-type", "text/plain");
Controller()(AppController);
decorate(AppController, "hey", Get(hey.pattern), text);
decorate(AppController, "hell", Get(hell.pattern), text);
decorate(AppController, "about", Get(about.pattern), Header("content-type", "text/html"));
decorate(AppController, "json", Get(json.pattern));
decorate(AppController, "users", Get(users.pattern));
Param("id")(AppController.prototype, "users", 0);
Query("name")(AppController.prototype, "users", 1);
decorate(AppController, "echo", Post(echo.pattern), HttpCode(200));
Body()(AppController.prototype, "echo", 0);

class HelloController {
  hello() {
    return hello.handle();
  }
}
Controller()(HelloController);
decorate(HelloController, "hello", Get(hello.pattern), text);

const store = await openStore();
const controllers = [AppController, store ? storeController(store) : HelloController];

// oxlint-disable-next-line no-extraneous-class -- a module of Nest
class AppModule {}
Module({ controllers })(AppModule);

export const app = listenable(AppModule);
