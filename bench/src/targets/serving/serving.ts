import { scenarioNamed, type Exchange, type Family, type Scenario } from "@deadheat/handlers";
import { assetsFolder } from "./assets.ts";
import { certificateFolder, certificateFile } from "./certificate.ts";
import { storeFor, type Addresses, type StoreAddress } from "./store-address.ts";

type Protocol = "tls" | "h2" | "h2c";

/** What a server is started for: which part of its app it serves, how it is spoken to, and what that takes. */
export interface Serving {
  readonly store: StoreAddress | null;
  /** None: the routes that every app serves. */
  readonly families: readonly Family[];
  /** Null: HTTP/1.1 without TLS. */
  readonly protocol: Protocol | null;
  /** Folders that it reads: with key.pem and cert.pem, and with the assets; null where it needs none. */
  readonly tls: string | null;
  readonly assets: string | null;
}

/** The routes that every app serves, without a store. */
export const plain: Serving = {
  store: null,
  families: [],
  protocol: null,
  tls: null,
  assets: null,
};

/** What this scenario's servers are started for; what they read is there then. */
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
    assets: families.includes("assets") ? assetsFolder() : null,
  };
}

/** Scenarios for which this is the same are asked of one server. */
export function servingKey(scenario: string): string {
  const { store, families } = scenarioNamed(scenario);
  return JSON.stringify([store, families, protocolOf(scenarioNamed(scenario))]);
}

/** An exchange as it is asked of such a server: over TLS the server proves to have our certificate. */
export function askedBy(exchange: Exchange, { tls }: Serving): Exchange {
  if (tls === null) return exchange;
  const traffic = { ...exchange.traffic, certificate: certificateFile(tls) };
  return { ...exchange, traffic };
}

export function protocolOf({ exchange }: Scenario): Protocol | null {
  return exchange.traffic?.protocol ?? null;
}
