import { apiRoutes, type ApiRoute } from "@deadheat/handlers";
import { sendJson } from "../send.ts";
import type { Family } from "./family.ts";
import { parameter } from "./parameter.ts";

/** The routes by method and shape (`GET orders/:/items/:`). A path is split at its slashes once and then looked up. */
const routes = new Map<string, ApiRoute>(
  apiRoutes.map((route) => [
    `${route.method} ${route.pattern.slice("/api/".length).replace(/:\w+/g, ":")}`,
    route,
  ]),
);

export const family: Family = ({ response, method, path }) => {
  if (!path.startsWith("/api/")) return false;
  const [resource = "", id, kind, item, ...more] = path.slice("/api/".length).split("/");
  if (more.length > 0) return false;
  const whole = id === undefined ? resource : `${resource}/${id}`;
  const fixed = kind === undefined ? routes.get(`${method} ${whole}`) : undefined;
  if (fixed) {
    sendJson(response, fixed.handle());
    return true;
  }
  if (id === undefined || id === "") return false;
  const rest = kind === undefined ? "" : item === undefined ? `/${kind}` : `/${kind}/:`;
  const route = routes.get(`${method} ${resource}/:${rest}`);
  if (!route) return false;
  sendJson(response, route.handle(parameter(id), item && parameter(item)));
  return true;
};
