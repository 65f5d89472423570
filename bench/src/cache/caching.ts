import { EnvironmentError } from "@deadheat/journal";
import type { Io } from "deadheat/cli";
import type { CacheMode } from "../plan/request.ts";
import { RemoteCacheError, remoteCacheOf, type RemoteCache } from "./remote-cache.ts";
import { roundTrip } from "./round-trip.ts";

export interface Caching {
  readonly mode: CacheMode;
  readonly read: boolean;
  /** null if only the cache of this clone is used. */
  readonly remote: RemoteCache | null;
}

/**
 * Chooses the caches: `class` if a remote cache works, else `instance`. Prints the faults of the remote cache.
 * @param asked null for the default
 * @throws EnvironmentError if `class` was given and the remote cache does not work
 */
export async function chooseCaching(
  asked: CacheMode | null,
  force: boolean,
  { note, signal }: Pick<Io, "note" | "signal">,
): Promise<Caching> {
  const without = (mode: CacheMode): Caching => ({
    mode,
    read: !force && mode !== "off",
    remote: null,
  });
  // These modes use no journals of other instances, so they need no shared cache.
  if (asked === "off" || asked === "instance") return without(asked);
  try {
    const remote = remoteCacheOf();
    if (remote === null) return without(asked ?? "instance");
    await roundTrip(remote, signal);
    return { ...without("class"), remote };
  } catch (error) {
    if (!(error instanceof RemoteCacheError)) throw error;
    if (asked === "class") {
      throw new EnvironmentError(
        `the remote cache ${error.message}. Repair it, or give --cache instance.`,
      );
    }
    note(`The remote cache ${error.message}. This run uses only the cache of this clone.`);
    return without("instance");
  }
}
