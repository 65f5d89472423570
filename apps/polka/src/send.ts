import type { ServerResponse } from "node:http";

export function sendJson(res: ServerResponse, value: unknown) {
  send(res, 200, "application/json", JSON.stringify(value));
}

export function send(res: ServerResponse, status: number, type: string, body: string) {
  res.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
  res.end(body);
}
