import { get, type Route } from "../route.ts";

/** The time that a response waits, as for a database or another service. */
export const WAIT_MILLISECONDS = 10;

export const wait: Route<(id: string) => Promise<{ waited: string }>, "/wait/:id"> = {
  name: "wait",
  method: "GET",
  pattern: "/wait/:id",
  handle: (id) =>
    new Promise((resolve) => setTimeout(() => resolve({ waited: id }), WAIT_MILLISECONDS)),
  exchanges: (token) => [
    {
      ...get("/wait/42", "application/json", '{"waited":"42"}'),
      traffic: { connections: 400, warmResponses: 20_000 },
    },
    get(`/wait/${token}`, "application/json", `{"waited":"${token}"}`),
  ],
};
