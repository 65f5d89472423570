import process from "node:process";

/** Turbo's remote cache, as the environment names it. */
export interface RemoteCache {
  readonly api: string;
  readonly token: string;
  /** Of these, the one or the two that the environment gives: turbo asks with both. */
  readonly team: { readonly slug?: string; readonly teamId?: string };
  /** Of the signatures. */
  readonly key: string;
  /** It is not written to: pull requests read what the main branch has written. */
  readonly readOnly: boolean;
}

/** What is wrong with a remote cache; the message goes on after "the remote cache". */
export class RemoteCacheError extends Error {
  override readonly name = "RemoteCacheError";
}

/** Bytes; below it turbo warns now, and will refuse. */
const KEY_BYTES = 32;

/**
 * Without `TURBO_API` there is none: a token alone would lead to the service that turbo has as its default.
 * @throws RemoteCacheError when something is missing; unsigned artifacts are not taken from anybody
 */
export function remoteCacheOf(env: NodeJS.ProcessEnv = process.env): RemoteCache | null {
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

/** What turbo gets of it; whether it may write is said on its command line. */
export function turboEnvironment({ api, token, team, key }: RemoteCache): Record<string, string> {
  return {
    TURBO_API: api,
    TURBO_TOKEN: token,
    ...(team.slug && { TURBO_TEAM: team.slug }),
    ...(team.teamId && { TURBO_TEAMID: team.teamId }),
    TURBO_REMOTE_CACHE_SIGNATURE_KEY: key,
    // Seconds. A run waits for its cache before and after it measures, never meanwhile.
    TURBO_REMOTE_CACHE_TIMEOUT: "10",
    TURBO_REMOTE_CACHE_UPLOAD_TIMEOUT: "30",
  };
}
