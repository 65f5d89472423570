import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import express from "express";
import { listenable } from "./listenable.ts";
import { serveStore } from "./store.ts";

const store = await openStore();

export const app = listenable((handler) => {
  handler.get(hey.pattern, (_, res) => void res.type("text").send(hey.handle()));
  handler.get(hell.pattern, (_, res) => void res.type("text").send(hell.handle()));
  if (store) serveStore(handler, store);
  else handler.get(hello.pattern, (_, res) => void res.type("text").send(hello.handle()));
  handler.get(about.pattern, (_, res) => void res.send(about.handle()));
  handler.get(json.pattern, (_, res) => void res.json(json.handle()));
  handler.get(
    users.pattern,
    (req, res) => void res.json(users.handle(req.params.id as string, req.query.name as string)),
  );
  handler.post(echo.pattern, express.json(), (req, res) => void res.json(echo.handle(req.body)));
  handler.use((_, res) => void res.status(404).type("text").send(notFound.handle()));
});
