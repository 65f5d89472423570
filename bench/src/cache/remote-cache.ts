import { wholeEnvironment } from "@deadheat/journal";
import { KEY_BYTES } from "./signature.ts";

export interface RemoteCache {
  readonly api: string;
  readonly token: string;
  /** The team's name, id, or both, as in the environment. */
  readonly team: { readonly slug?: string; readonly teamId?: string };
  readonly key: string;
  /** True if the cache is only read: pull requests read the journals of the main branch. */
  readonly readOnly: boolean;
}

/** The error of a remote cache that cannot be used. The message continues the words "the remote cache". */
export class RemoteCacheError extends Error {
  override readonly name = "RemoteCacheError";
}

/**
 * Returns the remote cache; null without `TURBO_API`, since a token alone would lead to turbo's default service.
 * @throws RemoteCacheError if something is missing. Unsigned artifacts are never used.
 */
export function remoteCacheOf(env: NodeJS.ProcessEnv = wholeEnvironment()): RemoteCache | null {
  const api = env.TURBO_API?.replace(/\/+$/, "");
  if (!api) return null;
  const { TURBO_TOKEN: token, TURBO_TEAM: slug, TURBO_TEAMID: teamId } = env;
  const key = env.TURBO_REMOTE_CACHE_SIGNATURE_KEY;
  if (!token) throw new RemoteCacheError("needs TURBO_TOKEN");
  if (!slug && !teamId) throw new RemoteCacheError("needs TURBO_TEAM or TURBO_TEAMID");
  if (Buffer.byteLength(key ?? "") < KEY_BYTES) {
    throw new RemoteCacheError(
      `needs TURBO_REMOTE_CACHE_SIGNATURE_KEY with at least ${KEY_BYTES} bytes: artifacts are signed`,
    );
  }
  return {
    api,
    token,
    team: { ...(slug && { slug }), ...(teamId && { teamId }) },
    key: key as string,
    readOnly: /^(1|true)$/i.test(env.TURBO_REMOTE_CACHE_READ_ONLY ?? ""),
  };
}

/** Returns the environment that turbo gets. Its command line says whether it may write. */
export function turboEnvironment({ api, token, team, key }: RemoteCache): Record<string, string> {
  return {
    TURBO_API: api,
    TURBO_TOKEN: token,
    ...(team.slug && { TURBO_TEAM: team.slug }),
    ...(team.teamId && { TURBO_TEAMID: team.teamId }),
    TURBO_REMOTE_CACHE_SIGNATURE_KEY: key,
    // The values are in seconds. A run waits for its cache only before and after it measures.
    TURBO_REMOTE_CACHE_TIMEOUT: "10",
    TURBO_REMOTE_CACHE_UPLOAD_TIMEOUT: "30",
  };
}
