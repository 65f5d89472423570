import type { Listenable } from "@deadheat/adapter";
import type { Answers } from "./answers.ts";

/** On Node by node:http itself: a web-standard layer on top takes many seconds to be warm. */
export function answers({ hello, work }: Answers): Listenable {
  return {
    kind: "node",
    handler: (request, response) => {
      response.setHeader("content-type", "text/plain");
      response.end(request.url === "/hello" ? hello() : work());
    },
  };
}
