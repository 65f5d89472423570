import { fieldOf, get, type Exchange } from "../route.ts";
import { items } from "./items.ts";

/** `items`, compressed on request (RFC 9110, 8.4.1.3), by the framework's recommended package at its own level. */
export const compressed = {
  name: "compressed",
  exchanges: (token: string): readonly [Exchange, ...Exchange[]] => {
    const variants = Array.from({ length: 10 }, (_, i) => exchangeOf(10 + i, true));
    const drawn = [...token].reduce((sum, character) => sum + character.charCodeAt(0), 0);
    return [
      { ...(variants[0] as Exchange), variants, traffic: { warmResponses: 4000 } },
      exchangeOf(20 + (drawn % 70), true),
      exchangeOf(20 + (drawn % 70), false),
    ];
  },
} as const;

function exchangeOf(factor: number, gzip: boolean): Exchange {
  const answer = JSON.stringify(items.handle("50", String(factor)));
  const { request, response } = get(`/items/50?m=${factor}`, "application/json", answer);
  return {
    request: { ...request, headers: gzip ? { "accept-encoding": "gzip" } : {} },
    response: {
      ...response,
      ownLength: true,
      problemOf: (body, headers) => {
        const encoding = fieldOf(headers, "content-encoding");
        if ((encoding === "gzip") !== gzip) return `content-encoding ${encoding ?? "absent"}`;
        if (gzip && !/accept-encoding/i.test(fieldOf(headers, "vary") ?? "accept-encoding")) {
          return "vary does not name Accept-Encoding";
        }
        return body === answer ? null : `not the ${answer.length} expected bytes`;
      },
    },
  };
}
