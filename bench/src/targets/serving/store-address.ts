import { once } from "node:events";
import { connect } from "node:net";
import { storeNamed, type StoreInfo } from "@deadheat/handlers";
import { messageOf } from "@deadheat/journal";

/** A store, and the address of its service. A server opens the store before it listens. */
export interface StoreAddress {
  readonly store: StoreInfo;
  readonly address: string;
}

export type Addresses = Readonly<Record<string, string>>;

/** Returns the store that a scenario's servers open. null if it needs no store, or if the service is missing. */
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
 * Returns `message`, preceded by the real cause if the store's service is gone. Without this, a Postgres that has ended
 * looks like a server that answers wrongly.
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
    return `${service} no longer answers (${messageOf(error)}); ${message}`;
  } finally {
    socket.destroy();
  }
}
