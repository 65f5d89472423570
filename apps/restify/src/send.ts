import type { Next, Response } from "restify";

/** Sends a body. Restify formats JSON and text by the content type that is set. */
export function send(res: Response, type: string, body: unknown, next: Next) {
  res.contentType = type;
  res.send(body);
  next();
}

/** Sends HTML unformatted, because Restify has no formatter for it. */
export function sendHtml(res: Response, body: string, next: Next) {
  res.sendRaw(200, body, {
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  });
  next();
}
