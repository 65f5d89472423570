import { listenNode } from "./node-server.ts";
import { addressFromEnvironment, announce } from "./process.ts";
import type { Address, FetchHandler, Listenable, Listening, Readiness } from "./types.ts";

/** The differences between runtimes: their name, and how they serve a web-standard handler. */
export interface Runtime {
  readonly name: Readiness["runtime"];
  readonly version: string;
  readonly listenFetch: (fetch: FetchHandler, address: Address) => Listening | Promise<Listening>;
  /** The reason why node:http2 of this runtime is unusable; missing if it works. */
  readonly withoutHttp2?: string;
}

/** Starts `listenable` on `runtime` and announces it. */
export async function serveOn(runtime: Runtime, listenable: Listenable): Promise<Listening> {
  const listening = await start(runtime, listenable, await addressFromEnvironment());
  return announce(listening, runtime.name, runtime.version);
}

async function start(runtime: Runtime, listenable: Listenable, address: Address) {
  switch (listenable.kind) {
    case "fetch":
      return runtime.listenFetch(listenable.fetch, address);
    case "node":
      if (runtime.withoutHttp2 && (address.protocol === "h2" || address.protocol === "h2c")) {
        throw new RangeError(runtime.withoutHttp2);
      }
      return listenNode(listenable.handler, address);
    case "self":
      return listenable.listen(address);
  }
}
