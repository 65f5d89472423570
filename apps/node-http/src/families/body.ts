import { json as readJson } from "node:stream/consumers";
import { send } from "../send.ts";
import type { Asked } from "./family.ts";

/** Reads the body as JSON and calls `answer` with it. Responds 400 if either fails. */
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
