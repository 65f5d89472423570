import type { HttpResponse } from "uWebSockets.js";
import { send } from "./send.ts";

/** Reads a JSON body of at most `limit` bytes. A longer body, or one that is no JSON, is rejected. */
export function readJson(res: HttpResponse, limit: number, answer: (body: unknown) => void): void {
  // A handler that responds later must register for aborted requests.
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
