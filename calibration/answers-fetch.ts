import type { Listenable } from "@deadheat/adapter";
import type { Answers } from "./answers.ts";

/** On Bun and Deno by their own servers. */
export function answers({ hello, work }: Answers): Listenable {
  const headers = { "content-type": "text/plain" };
  return {
    kind: "fetch",
    fetch: ({ url }) => new Response(url.endsWith("/hello") ? hello() : work(), { headers }),
  };
}
