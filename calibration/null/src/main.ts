import { listen } from "@deadheat/adapter";
import { answerEveryChunk } from "#sockets";

// The least that an HTTP client takes for an answer: nothing is parsed, every chunk that comes in is
// taken for one request. Where a runtime's sockets cost less than a request costs oha, its own CPU is not the
// limit; the generator's must be.
const answer = new TextEncoder().encode(
  "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 12\r\n\r\nHello World!",
);

await listen({ kind: "self", listen: (address) => answerEveryChunk(answer, address) });
