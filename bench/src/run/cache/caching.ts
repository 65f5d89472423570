import { EnvironmentError } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import type { CacheMode } from "../../plan/cache-mode.ts";
import { RemoteCacheError, remoteCacheOf, type RemoteCache } from "./remote-cache.ts";
import { roundTrip } from "./round-trip.ts";

/** What a run takes from turbo's caches, and leaves there. */
export interface Caching {
  readonly mode: CacheMode;
  /** False: nothing is taken. */
  readonly read: boolean;
  /** Null: none is used, only the cache of this clone. */
  readonly remote: RemoteCache | null;
}

/**
 * With a remote cache that works the default is `class`, else `instance`. Its faults are told before anything is measured.
 * @param asked null: the default
 * @throws EnvironmentError when `class` was asked for and the remote cache that the environment names does not work
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
  // What another instance measured is not for this one: there is no need of a place that both see.
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
