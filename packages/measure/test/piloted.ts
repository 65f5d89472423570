import { asked, launch, pilot, type Pilot } from "@deadheat/measure";
import { benchOf, entrant, exchange } from "./servers.ts";

/**
 * Starts a server that runs `work` for each request, and pilots it. `served` is the server's own, and 0 at its start.
 * @param slowness how many times slower than usual the machine counts as
 * @param isUsed true for a short pilot, as of a server that was warmed with other requests
 */
export async function piloted(work: string, slowness = 1, isUsed = false): Promise<Pilot> {
  const before = `
    let served = 0;
    const used = () => process.cpuUsage().user + process.cpuUsage().system;
    const spin = (ms) => { const end = used() + 1000 * ms; while (used() < end); };`;
  const onRequest = `
    const end = () => response.writeHead(200, { "content-type": "text/plain" }).end("Hello World!");
    ${work}
    return;`;
  const bench = await benchOf(1000, { windowSeconds: 1, connections: 50 });
  const server = await launch(
    entrant("node", "server", { before, onRequest }),
    bench.pinning,
    bench.signal,
  );
  try {
    const own = await asked({ ...server, exchange }, bench.signal);
    return await pilot(own, bench, slowness, 0, isUsed);
  } finally {
    await server.stop();
  }
}
