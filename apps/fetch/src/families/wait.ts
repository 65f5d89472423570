import { wait } from "@deadheat/handlers";
import type { Family } from "./family.ts";
import { parameter } from "./parameter.ts";

export const family: Family = ({ method, path }) => {
  const id = /^\/wait\/([^/]+)$/.exec(path)?.[1];
  if (method !== "GET" || id === undefined) return null;
  return wait.handle(parameter(id)).then((answer) => Response.json(answer));
};
