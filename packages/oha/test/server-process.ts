// A server in its own process, which a test can kill. It prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((_request, response) => response.end("Hey!"));
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
});
