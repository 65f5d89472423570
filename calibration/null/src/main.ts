import { listen } from "@deadheat/adapter";
import { answerEveryChunk } from "#sockets";

// The smallest response that an HTTP client accepts. Nothing is parsed, and every incoming chunk counts as one request.
// If a runtime's sockets cost less than a request costs oha, the limit is the generator's CPU, not the server's.
const answer = new TextEncoder().encode(
  "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 12\r\n\r\nHello World!",
);

await listen({ kind: "self", listen: (address) => answerEveryChunk(answer, address) });
