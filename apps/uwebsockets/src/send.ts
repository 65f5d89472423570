import type { HttpResponse } from "uWebSockets.js";

export function sendJson(res: HttpResponse, value: unknown) {
  send(res, "application/json", JSON.stringify(value));
}

export function send(res: HttpResponse, type: string, body: string) {
  res.writeHeader("content-type", type).end(body);
}
