import type { ListFiles } from "./lists.ts";
import { DEFAULT_TIMEOUT_SECONDS, MAX_REQUESTS, type Load } from "../load.ts";
import { loopback } from "./loopback.ts";

const MAX_BODY_BYTES = 100_000;
const PLAIN = /^https?:\/\/127\.0\.0\.1(?::\d{1,5})?\/[A-Za-z0-9_~/-]*$/;
const METHOD = /^[A-Z]+$/;
const HEADER_NAME = /^[A-Za-z0-9][A-Za-z0-9!#$%&'*+.^_`|~-]*$/;

/**
 * Returns the arguments that make oha run `load`, for a spawn without a shell.
 *
 * A closed loop uses `-z` with `-w`: without `-w`, oha aborts the requests under way at the end and counts them as
 * errors. It always uses `-t`, because with `-w` a missing response would keep oha waiting forever. An open loop uses
 * `-n` with `-q` and `--latency-correction`: with `-z`, oha would silently drop the requests still queued at the end.
 *
 * @throws RangeError if the load is invalid: a host other than the literal loopback address, a number that is not
 *   finite or out of range, more than `MAX_REQUESTS`, a header or a body that cannot travel as an argument.
 */
export function ohaArguments(load: Load, files: ListFiles): string[] {
  return [
    "--no-tui",
    "--output-format",
    "json",
    "--disable-compression",
    "--redirect",
    "0",
    "--worker-threads",
    count("workerThreads", load.workerThreads, 1024),
    "-c",
    count("connections", load.connections, 65_535),
    "-t",
    duration("timeoutSeconds", load.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS),
    ...pace(load),
    ...connection(load),
    ...request(load, files),
    ...target(load, files),
  ];
}

function pace(load: Load): string[] {
  if (load.mode === "closed") return ["-z", duration("seconds", load.seconds), "-w"];
  if (!Number.isFinite(load.ratePerSecond) || load.ratePerSecond <= 0 || load.ratePerSecond > 1e7) {
    throw new RangeError(
      `ratePerSecond must be above 0 and at most 1e7, not ${load.ratePerSecond}`,
    );
  }
  const requests = count("requests", load.requests, MAX_REQUESTS);
  // Fixed notation, because oha's parser may not read 1e-7.
  const rate = load.ratePerSecond.toFixed(6).replace(/\.?0+$/, "");
  if (Number(rate) === 0) throw new RangeError("ratePerSecond is too small for oha");
  return ["-n", requests, "-q", rate, "--latency-correction"];
}

/** Returns the arguments for connections that differ from HTTP/1.1 with keep-alive. */
function connection({ http2, streams, keepAlive, certificate }: Load): string[] {
  return [
    ...(certificate === undefined ? [] : ["--cacert", certificate]),
    ...(http2 ? ["--http2"] : []),
    ...(streams === undefined ? [] : ["-p", count("streams", streams, 1000)]),
    ...(keepAlive === false ? ["--disable-keepalive"] : []),
  ];
}

function request(load: Load, { bodies }: ListFiles): string[] {
  const method = load.method ?? "GET";
  if (!METHOD.test(method)) throw new RangeError(`not an HTTP method: ${JSON.stringify(method)}`);
  const args = ["-m", method];
  for (const [name, value] of Object.entries(load.headers ?? {})) {
    if (!HEADER_NAME.test(name) || /[^\t\x20-\x7e]/.test(value)) {
      throw new RangeError(
        `not a header that oha can send: ${JSON.stringify(`${name}: ${value}`)}`,
      );
    }
    args.push(`-H=${name}: ${value}`);
  }
  if (bodies !== undefined) return [...args, "-Z", bodies];
  if (load.body !== undefined && load.body !== "") {
    if (load.body.includes("\0") || Buffer.byteLength(load.body) > MAX_BODY_BYTES) {
      throw new RangeError(`the body must be free of NUL and at most ${MAX_BODY_BYTES} bytes`);
    }
    // Flag and body are one word, so that a body with a leading hyphen is not read as a flag.
    args.push(`-d=${load.body}`);
  }
  return args;
}

/** Returns the URL arguments. oha reads a URL with a random suffix as a pattern, so the URL must match only itself. */
function target({ url, randomSuffix }: Load, { urls }: ListFiles): string[] {
  const address = loopback(url);
  if (urls !== undefined) return ["--urls-from-file", urls];
  if (randomSuffix === undefined) return [address];
  if (!PLAIN.test(address) || !/^[\x21-\x7e]+$/.test(randomSuffix) || randomSuffix.includes("#")) {
    throw new RangeError(
      `not a URL that can take a random suffix: ${JSON.stringify(url)} with ${JSON.stringify(randomSuffix)}`,
    );
  }
  return ["--rand-regex-url", address + randomSuffix];
}

function count(name: string, value: number, max: number): string {
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new RangeError(`${name} must be a whole number from 1 to ${max}, not ${value}`);
  }
  return String(value);
}

/** Returns a duration in milliseconds. Not every version and flag of oha accepts fractions of a second. */
function duration(name: string, seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  if (!Number.isFinite(milliseconds) || milliseconds < 1 || milliseconds > 86_400_000) {
    throw new RangeError(`${name} must be from 0.001 to 86400 seconds, not ${seconds}`);
  }
  return `${milliseconds}ms`;
}
