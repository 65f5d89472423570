import type { Exchange } from "../server/exchange-type.ts";
import type { LoadResult } from "@deadheat/oha";

/** What oha sends to repeat an exchange, whatever the mode. */
export function exchangeLoad({ request, random, response }: Exchange, port: number) {
  return {
    url: `http://127.0.0.1:${port}${random?.prefix ?? request.path}`,
    ...(random === undefined ? {} : { randomSuffix: random.pattern }),
    method: request.method,
    headers: request.headers,
    ...(request.body === null ? {} : { body: request.body }),
    expectedStatus: response.status,
  };
}

/** Why answers that oha took for good were not; null when all were of the expected length. */
export function wrongBodies(result: LoadResult, { response }: Exchange): string | null {
  const expected = result.good * Buffer.byteLength(response.body);
  if (result.bytes === expected) return null;
  return `bodies of ${result.bytes} bytes instead of ${expected} in all`;
}
