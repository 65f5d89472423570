import { scenarioNamed, type Exchange, type Family, type Scenario } from "@deadheat/handlers";
import { assetsFolder } from "./assets.ts";
import { certificateFolder, certificateFile } from "./certificate.ts";
import { storeFor, type Addresses, type StoreAddress } from "./store-address.ts";

type Protocol = "tls" | "h2" | "h2c";

/** The purpose that a server is started for: the part of its app, the protocol, and the files that it needs. */
export interface Serving {
  readonly store: StoreAddress | null;
  /** The families of routes to serve. If empty, the server serves the routes that every app has. */
  readonly families: readonly Family[];
  /** The protocol, or null for HTTP/1.1 without TLS. */
  readonly protocol: Protocol | null;
  /** The folder with key.pem and cert.pem, or null if the server needs none. */
  readonly tls: string | null;
  /** The folder with the assets, or null if the server needs none. */
  readonly assets: string | null;
}

/** The purpose of serving the routes that every app has, without a store. */
export const plain: Serving = {
  store: null,
  families: [],
  protocol: null,
  tls: null,
  assets: null,
};

/** Returns the purpose of a scenario's servers. Makes the files that they read. */
export async function servingFor(
  scenario: string,
  addresses?: Addresses | undefined,
): Promise<Serving> {
  const { store, families } = scenarioNamed(scenario);
  const protocol = protocolOf(scenarioNamed(scenario));
  return {
    store: storeFor(store, addresses),
    families,
    protocol,
    tls: protocol === "tls" || protocol === "h2" ? await certificateFolder() : null,
    assets: families.includes("assets") ? await assetsFolder() : null,
  };
}

/** Returns whether the server that every app starts by default serves the scenario. */
export function isPlain({ store, families, exchange }: Scenario): boolean {
  return store === null && families.length === 0 && !exchange.traffic;
}

/** Returns a key that is equal for scenarios which one server can serve. */
export function servingKey(scenario: string): string {
  const { store, families } = scenarioNamed(scenario);
  return JSON.stringify([store, families, protocolOf(scenarioNamed(scenario))]);
}

/** Returns the exchange for such a server. Over TLS the exchange also checks that the server has our certificate. */
export function askedBy(exchange: Exchange, { tls }: Serving): Exchange {
  if (tls === null) return exchange;
  const traffic = { ...exchange.traffic, certificate: certificateFile(tls) };
  return { ...exchange, traffic };
}

export function protocolOf({ exchange }: Scenario): Protocol | null {
  return exchange.traffic?.protocol ?? null;
}
