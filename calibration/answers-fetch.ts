import type { Listenable } from "@deadheat/adapter";
import type { Answers } from "./answers.ts";

/** Serves by the own servers of Bun and Deno. */
export function answers({ hello, work }: Answers): Listenable {
  const headers = { "content-type": "text/plain" };
  return {
    kind: "fetch",
    fetch: ({ url }) => new Response(url.endsWith("/hello") ? hello() : work(), { headers }),
  };
}
