import { wait } from "@deadheat/handlers";
import type { Family } from "./family.ts";

export const family: Family = ({ method }, { pathname }) => {
  const id = /^\/wait\/([^/]+)$/.exec(pathname)?.[1];
  if (method !== "GET" || id === undefined) return null;
  return wait.handle(id).then((answer) => Response.json(answer));
};
