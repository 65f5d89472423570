import type { HttpResponse } from "uWebSockets.js";
import { send } from "./send.ts";

/** The JSON that is sent, where it has at most `limit` bytes; what is longer, or no JSON, is refused. */
export function readJson(res: HttpResponse, limit: number, answer: (body: unknown) => void): void {
  // Every answer that is not given at once needs to know of a client that went away.
  res.onAborted(() => {});
  res.collectBody(limit, (body) => {
    if (body === null) return refuse(res, "413 Payload Too Large");
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(body).toString());
    } catch {
      return refuse(res, "400 Bad Request");
    }
    answer(value);
  });
}

function refuse(res: HttpResponse, status: string): void {
  res.writeStatus(status);
  send(res, "text/plain", status);
}
