// A server with a known fault, in its own process. It answers at once, but every PERIOD seconds it stops for STALL
// seconds without using its CPU. It prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";

const stall = 1000 * Number(process.env.STALL);
const period = 1000 * Number(process.env.PERIOD);
const nobody = new Int32Array(new SharedArrayBuffer(4));

/** Stalls at the time `due` and then every period. Times count from the start, so late timers do not add up. */
function stallAt(due: number): void {
  setTimeout(() => {
    Atomics.wait(nobody, 0, 0, stall);
    stallAt(due + period);
  }, due - performance.now());
}

const server = createServer((_request, response) => response.end("Hello World!"));
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
  stallAt(performance.now() + period / 2);
});
process.on("SIGTERM", () => process.exit(0));
