import { text } from "../text.ts";

/** Reads the body as JSON and calls `answer` with it. Responds 400 if either fails. */
export function withJson(request: Request, answer: (body: unknown) => Response): Promise<Response> {
  return request
    .json()
    .then(answer)
    .catch(() => text("Bad Request", 400));
}
