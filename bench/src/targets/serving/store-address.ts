import { once } from "node:events";
import { connect } from "node:net";
import { storeNamed, type StoreInfo } from "@deadheat/handlers";
import { messageOf } from "@deadheat/journal";

/** A store and where its service is: what a server opens before it listens. */
export interface StoreAddress {
  readonly store: StoreInfo;
  readonly address: string;
}

/** Where the services of a run are, by service. */
export type Addresses = Readonly<Record<string, string>>;

/** What a scenario's servers are to open; null where it needs no store, or its service is not there. */
export function storeFor(
  store: string | null,
  addresses: Addresses | undefined,
): StoreAddress | null {
  if (store === null) return null;
  const info = storeNamed(store);
  const address = addresses?.[info.service];
  return address === undefined ? null : { store: info, address };
}

const DEFAULT_PORTS = { postgres: 5432, redis: 6379, sqlite: 0 };

/**
 * `message`, with the real cause before it where that is the service: who asks a Postgres that has
 * ended sees only a server that answers wrongly.
 */
export async function withServiceGone(
  message: string,
  chosen: StoreAddress | null | undefined,
): Promise<string> {
  if (!chosen || chosen.store.service === "sqlite") return message;
  const { service } = chosen.store;
  const { hostname, port } = new URL(chosen.address);
  const socket = connect(Number(port) || DEFAULT_PORTS[service], hostname);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(2000) });
    return message;
  } catch (error) {
    return `${service} does not answer any more (${messageOf(error)}); ${message}`;
  } finally {
    socket.destroy();
  }
}
