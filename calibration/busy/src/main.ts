import { listen } from "@deadheat/adapter";

const SPIN_MILLISECONDS = 1;

// Each response costs a millisecond of CPU, so no generator can be the limit.
await listen({
  kind: "node",
  handler: (_request, response) => {
    const until = performance.now() + SPIN_MILLISECONDS;
    while (performance.now() < until);
    response.setHeader("content-type", "text/plain");
    response.end("Hello World!");
  },
});
