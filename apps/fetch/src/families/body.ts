import { text } from "../text.ts";

/** Reads the body as JSON and has `answer` answer it; 400 for one that it cannot. */
export function withJson(request: Request, answer: (body: unknown) => Response): Promise<Response> {
  return request
    .json()
    .then(answer)
    .catch(() => text("Bad Request", 400));
}
