import { EnvironmentError } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import type { CacheMode } from "../../plan/request.ts";
import { RemoteCacheError, remoteCacheOf, type RemoteCache } from "./remote-cache.ts";
import { roundTrip } from "./round-trip.ts";

/** The caches that a run uses. */
export interface Caching {
  readonly mode: CacheMode;
  /** Whether kept journals are used. */
  readonly read: boolean;
  /** null if only the cache of this clone is used. */
  readonly remote: RemoteCache | null;
}

/**
 * Chooses the caches: `class` if a remote cache works, else `instance`. Its faults are printed before anything is measured.
 * @param asked null for the default
 * @throws EnvironmentError if `class` was asked for and the remote cache does not work
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
  // Journals of other instances are not used: no shared cache is needed.
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
        `the remote cache ${error.message}. Mend it, or take --cache instance.`,
      );
    }
    note(`The remote cache ${error.message}. This run goes on with the cache of this clone alone.`);
    return without("instance");
  }
}
