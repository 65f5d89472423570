import { get, type Exchange } from "../route.ts";

/** The response of an API route: the route that matched, and its parameters. */
export interface ApiResponse {
  readonly route: string;
  readonly id: string;
  readonly item: string;
}

export interface ApiRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path with `:id` and `:itemId`, in the syntax that routers share. */
  readonly pattern: string;
  /** The name, such as `orders.history`, padded so that all responses have the same length. */
  readonly name: string;
  /** Returns the response for the parameters of the pattern. */
  readonly handle: (id?: string, itemId?: string) => ApiResponse;
}

const resources = [
  ..."users orders products carts payments invoices shipments reviews sessions tickets".split(" "),
  ..."projects tasks comments messages channels devices sensors alerts reports settings".split(" "),
];

/** The kinds of routes in the order of their registration: fixed segments before parameters. */
const kinds = [
  ["GET", "list", ""],
  ["GET", "search", "/search"],
  ["GET", "read", "/:id"],
  ["GET", "history", "/:id/history"],
  ["GET", "items", "/:id/items"],
  ["GET", "item", "/:id/items/:itemId"],
  ["POST", "create", ""],
  ["POST", "add", "/:id/items"],
  ["PUT", "replace", "/:id"],
  ["DELETE", "remove", "/:id"],
] as const;

const NAME_LENGTH = 20;
const ABSENT = "--------";

/** All routes: 20 resources with 10 routes each, of which 120 are GETs. */
export const apiRoutes: readonly ApiRoute[] = resources.flatMap((resource) =>
  kinds.map(([method, kind, rest]): ApiRoute => {
    const name = `${resource}.${kind}`.padEnd(NAME_LENGTH, ".");
    const handle = (id = ABSENT, item = ABSENT): ApiResponse => ({ route: name, id, item });
    return { method, pattern: `/api/${resource}${rest}`, name, handle };
  }),
);

/** Returns the 120 GETs, with parameters that depend on `token`. */
export function apiGets(token: string): readonly [Exchange, ...Exchange[]] {
  const all = apiRoutes
    .filter(({ method }) => method === "GET")
    .map((r, i) => apiExchange(r, token, i));
  return all as [Exchange, ...Exchange[]];
}

function apiExchange(route: ApiRoute, token: string, i: number): Exchange {
  const [id, item] = [parameter(token, 2 * i), parameter(token, 2 * i + 1)];
  const { method, pattern } = route;
  const path = pattern.replace(":id", id).replace(":itemId", item);
  const answer = route.handle(
    pattern.includes(":id") ? id : undefined,
    pattern.includes(":itemId") ? item : undefined,
  );
  const exchange = get(path, "application/json", JSON.stringify(answer));
  return { ...exchange, request: { ...exchange.request, method } };
}

/** Returns eight letters and digits that depend on `token` and `n`. */
function parameter(token: string, n: number): string {
  let hash = 2_166_136_261 ^ n;
  for (const character of token) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519) ^ n;
  return (hash >>> 0).toString(16).padStart(ABSENT.length, "0");
}

/**
 * The API routes: load draws from 120 paths. The proof requests all 200 routes with other parameters, and unknown ones.
 */
export const api = {
  name: "api",
  exchanges: (token: string): readonly [Exchange, ...Exchange[]] => {
    const gets = apiGets(token);
    return [
      { ...gets[0], variants: gets },
      ...apiRoutes.map((route, i) => apiExchange(route, `${token}!`, i)),
      ...unknown(token).map((path): Exchange => {
        const nowhere = get(path, null, "", 404);
        return { ...nowhere, response: { ...nowhere.response, problemOf: () => null } };
      }),
    ];
  },
} as const;

/** Returns unknown paths, which a router answers if it matches prefixes, or takes a fixed segment for a parameter. */
function unknown(token: string): string[] {
  const id = parameter(token, 999);
  return [
    "/api",
    `/api/${id}`,
    `/api/userss/${id}`,
    `/api/users/${id}/historyy`,
    `/api/users/${id}/items/${id}/more`,
    `/api/users/${id}/history/${id}`,
    `/apis/users/${id}`,
  ];
}
