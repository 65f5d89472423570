import { listen } from "@deadheat/adapter";

const SPIN_MILLISECONDS = 1;

// A millisecond of CPU for every answer: no generator can be the limit here.
await listen({
  kind: "node",
  handler: (_request, response) => {
    const until = performance.now() + SPIN_MILLISECONDS;
    while (performance.now() < until);
    response.setHeader("content-type", "text/plain");
    response.end("Hello World!");
  },
});
