import type { ServerResponse } from "node:http";

export function sendJson(response: ServerResponse, value: unknown) {
  send(response, 200, "application/json", JSON.stringify(value));
}

export function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
