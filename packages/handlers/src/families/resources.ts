import { get, type Exchange } from "../route.ts";

/** What a route of the API answers: which one was taken, and with which parameters. */
export interface ApiAnswer {
  readonly route: string;
  readonly id: string;
  readonly item: string;
}

/** A route of the API. */
export interface ApiRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:id` and `:itemId`, in the syntax that routers share. */
  readonly pattern: string;
  /** `orders.history`, filled up: all answers are of one length. */
  readonly name: string;
  /** The parameters, where the pattern has them. */
  readonly handle: (id?: string, itemId?: string) => ApiAnswer;
}

const resources = [
  ..."users orders products carts payments invoices shipments reviews sessions tickets".split(" "),
  ..."projects tasks comments messages channels devices sensors alerts reports settings".split(" "),
];

/** In the order in which they are registered: what is fixed stands before what is a parameter. */
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

/** 20 resources with 10 routes each, of which 120 are GETs. */
export const apiRoutes: readonly ApiRoute[] = resources.flatMap((resource) =>
  kinds.map(([method, kind, rest]): ApiRoute => {
    const name = `${resource}.${kind}`.padEnd(NAME_LENGTH, ".");
    const handle = (id = ABSENT, item = ABSENT): ApiAnswer => ({ route: name, id, item });
    return { method, pattern: `/api/${resource}${rest}`, name, handle };
  }),
);

/** The 120 GETs, each as often as any other; a fresh `token` gives other parameters. */
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

/** Eight letters and digits that `token` and `n` decide. */
function parameter(token: string, n: number): string {
  let hash = 2_166_136_261 ^ n;
  for (const character of token) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519) ^ n;
  return (hash >>> 0).toString(16).padStart(ABSENT.length, "0");
}

/** Under load 120 paths, drawn; the proof asks all 200 routes, with other parameters, and paths of none. */
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

/** A router that matches prefixes, or takes what is fixed for a parameter, answers one of these. */
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
