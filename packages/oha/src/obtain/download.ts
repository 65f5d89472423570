import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { OHA_VERSION } from "../version.ts";
import type { Way } from "./way.ts";

const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Downloads the upstream release binary, if its hash is known, and marks it executable. Afterwards the file is complete
 * with the right hash, or it does not exist.
 */
export const fromRelease: Way = async (
  path,
  { signal, onProgress, releases, stallSeconds = 30, progressSeconds = 8 },
) => {
  const platform = `${process.platform}-${process.arch}`;
  const release = releases[platform];
  if (release === undefined)
    throw new Error(`no hash of a release binary is known for ${platform}`);
  onProgress(`downloading oha ${OHA_VERSION} from ${release.url}`);
  let reported = performance.now();
  const stall = new AbortController();
  const stalled = () => stall.abort(new Error(`no data for ${stallSeconds} s`));
  const timer = setTimeout(stalled, stallSeconds * 1000);
  try {
    const either = signal ? AbortSignal.any([signal, stall.signal]) : stall.signal;
    const response = await fetch(release.url, { signal: either });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new Error(`the server responded with status ${response.status}`);
    }
    const total = Number(response.headers.get("content-length")) || null;
    const of = total === null ? "" : ` of ${megabytes(total)}`;
    const sha256 = await write(response.body, path, (received) => {
      timer.refresh();
      if (performance.now() - reported < progressSeconds * 1000) return;
      reported = performance.now();
      onProgress(`downloading oha: ${megabytes(received)}${of} MB`);
    });
    if (sha256 !== release.sha256) {
      throw new Error(`rejected: its SHA-256 is ${sha256} instead of ${release.sha256}`);
    }
  } catch (cause) {
    await rm(path, { force: true });
    signal?.throwIfAborted();
    const reason = explain(stall.signal.aborted ? stall.signal.reason : cause);
    throw new Error(`${release.url}: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
};

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** Writes a body to a new file, syncs it to the disk, and returns its SHA-256. */
async function write(
  body: ReadableStream<Uint8Array>,
  path: string,
  onBytes: (received: number) => void,
): Promise<string> {
  const file = await open(path, "wx", 0o755);
  try {
    const hash = createHash("sha256");
    let received = 0;
    for await (const chunk of body) {
      received += chunk.length;
      if (received > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
      hash.update(chunk);
      await file.writeFile(chunk);
      onBytes(received);
    }
    await file.sync();
    return hash.digest("hex");
  } finally {
    await file.close();
  }
}

/** Returns the message of an error with its cause, because fetch hides the reason of a failure there. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : null;
  if (cause === null) return error.message;
  const code = "code" in cause ? `${String(cause.code)} ` : "";
  return `${error.message} (${code}${cause.message})`.replace(" )", ")");
}
