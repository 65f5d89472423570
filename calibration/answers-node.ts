import type { Listenable } from "@deadheat/adapter";
import type { Answers } from "./answers.ts";

/** Serves by node:http itself, because a web-standard layer on top needs many seconds to warm up. */
export function answers({ hello, work }: Answers): Listenable {
  return {
    kind: "node",
    handler: (request, response) => {
      response.setHeader("content-type", "text/plain");
      response.end(request.url === "/hello" ? hello() : work());
    },
  };
}
