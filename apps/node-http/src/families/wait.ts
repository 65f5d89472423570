import { wait } from "@deadheat/handlers";
import { sendJson } from "../send.ts";
import type { Family } from "./family.ts";
import { parameter } from "./parameter.ts";

export const family: Family = ({ response, method, path }) => {
  const id = /^\/wait\/([^/]+)$/.exec(path)?.[1];
  if (method !== "GET" || id === undefined) return false;
  void wait.handle(parameter(id)).then((answer) => sendJson(response, answer));
  return true;
};
