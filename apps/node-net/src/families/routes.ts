import { apiRoutes, type ApiRoute } from "@deadheat/handlers";
import { respondJson } from "../respond.ts";
import type { Family } from "./family.ts";
import { parameter } from "./parameter.ts";

/** The routes by method and shape (`GET orders/:/items/:`). A path is split at its slashes once and then looked up. */
const routes = new Map<string, ApiRoute>(
  apiRoutes.map((route) => [
    `${route.method} ${route.pattern.slice("/api/".length).replace(/:\w+/g, ":")}`,
    route,
  ]),
);

export const family: Family = ({ method, path, keepAlive }) => {
  if (!path.startsWith("/api/")) return null;
  const [resource = "", id, kind, item, ...more] = path.slice("/api/".length).split("/");
  if (more.length > 0) return null;
  const whole = id === undefined ? resource : `${resource}/${id}`;
  const fixed = kind === undefined ? routes.get(`${method} ${whole}`) : undefined;
  if (fixed) return respondJson(fixed.handle(), !keepAlive);
  if (id === undefined || id === "") return null;
  const rest = kind === undefined ? "" : item === undefined ? `/${kind}` : `/${kind}/:`;
  const route = routes.get(`${method} ${resource}/:${rest}`);
  if (!route) return null;
  return respondJson(route.handle(parameter(id), item && parameter(item)), !keepAlive);
};
