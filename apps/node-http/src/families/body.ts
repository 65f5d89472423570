import { json as readJson } from "node:stream/consumers";
import { send } from "../send.ts";
import type { Asked } from "./family.ts";

/** Reads the body as JSON and has `answer` answer it; 400 for one that it cannot. */
export function withJson(
  { request, response }: Pick<Asked, "request" | "response">,
  answer: (body: unknown) => void,
): void {
  readJson(request)
    .then(answer)
    .catch(() => {
      if (!response.headersSent) send(response, 400, "text/plain", "Bad Request");
    });
}
