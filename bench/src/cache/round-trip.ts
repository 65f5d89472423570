import { createHash, randomUUID } from "node:crypto";
import { setGlobalProxyFromEnv } from "node:http";
import { wholeEnvironment, Interrupted } from "@deadheat/journal";
import { signatureOf } from "./signature.ts";
import { RemoteCacheError, type RemoteCache } from "./remote-cache.ts";

// https://turborepo.com/docs/openapi, and turbo's crates/turborepo-cache/src/signature_authentication.rs

/** The time for one small request. A slower cache would cost more than it saves. */
const ANSWER_SECONDS = 5;

/**
 * Checks a remote cache: sends a small signed artifact and fetches it. A read-only cache only gets a request for an
 * artifact that does not exist.
 * @throws RemoteCacheError, Interrupted
 */
export async function roundTrip(remote: RemoteCache, signal: AbortSignal): Promise<void> {
  const hash = createHash("sha256").update(randomUUID()).digest("hex").slice(0, 16);
  if (remote.readOnly) {
    const { status } = await ask(remote, "GET", hash, signal);
    if (status !== 404) throw statusError(status);
    return;
  }
  const body = Buffer.from(`deadheat was here ${randomUUID()}`);
  const tag = signature(remote, hash, body);
  const sent = await ask(remote, "PUT", hash, signal, { body, tag });
  if (sent.status >= 300) throw statusError(sent.status);
  const back = await ask(remote, "GET", hash, signal);
  if (back.status === 404) throw new RemoteCacheError("accepted an artifact and did not keep it");
  if (back.status !== 200) throw statusError(back.status);
  if (!back.body.equals(body)) {
    throw new RemoteCacheError("returned another artifact than it was sent, or a damaged one");
  }
  if (back.tag !== tag) {
    throw new RemoteCacheError("does not keep signatures. Enable them in its settings");
  }
}

/**
 * Returns the hashes whose artifacts the cache lacks.
 * @throws RemoteCacheError, Interrupted
 */
export async function missingFrom(
  remote: RemoteCache,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const missing: string[] = [];
  for (const hash of hashes) {
    const { status } = await ask(remote, "HEAD", hash, signal);
    if (status === 404) missing.push(hash);
    else if (status >= 300) throw statusError(status);
  }
  return missing;
}

/** Returns the signature of an artifact. Turbo accepts an artifact only with this `x-artifact-tag`. */
function signature({ key, team }: RemoteCache, hash: string, body: Buffer): string {
  return signatureOf(key, hash + (team.teamId ?? ""), body);
}

async function ask(
  { api, token, team }: RemoteCache,
  method: "GET" | "HEAD" | "PUT",
  hash: string,
  signal: AbortSignal,
  artifact?: { readonly body: Buffer; readonly tag: string },
): Promise<{ status: number; body: Buffer; tag: string | null }> {
  let restore = () => {};
  try {
    // Turbo uses the proxies of the environment, so this request uses them too.
    restore = setGlobalProxyFromEnv(wholeEnvironment());
    const answer = await fetch(`${api}/v8/artifacts/${hash}?${new URLSearchParams(team)}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(artifact && {
          "content-type": "application/octet-stream",
          "x-artifact-duration": "0",
          "x-artifact-tag": artifact.tag,
        }),
      },
      ...(artifact && { body: new Uint8Array(artifact.body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_SECONDS * 1000)]),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, body, tag: answer.headers.get("x-artifact-tag") };
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    throw failed(error as Error);
  } finally {
    restore();
  }
}

function failed(error: Error): RemoteCacheError {
  if (error.name === "TimeoutError") {
    return new RemoteCacheError(`is slow: no complete response within ${ANSWER_SECONDS} s`);
  }
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return new RemoteCacheError(`cannot be reached (${code ?? message})`);
}

function statusError(status: number): RemoteCacheError {
  if (status === 401 || status === 403) {
    return new RemoteCacheError(
      `rejects TURBO_TOKEN (${status}). If the token may only read, set TURBO_REMOTE_CACHE_READ_ONLY=1`,
    );
  }
  if (status === 413 || status === 507) return new RemoteCacheError(`is full (${status})`);
  return new RemoteCacheError(`does not work (its response has status ${status})`);
}
