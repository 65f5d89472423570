import { Redis, ReplyError } from "ioredis";
import { EnvironmentError, messageOf, UsageError, wholeEnvironment } from "@deadheat/journal";
import { KEY_BYTES } from "../cache/signature.ts";

/** The variable with the address, so that the password stands in no command line. */
const ADDRESS = "QUEUE_URL";
const KEY = "TURBO_REMOTE_CACHE_SIGNATURE_KEY";

/** A queue on Redis or Valkey, and the key that signs the fleet's messages. */
export interface QueuePlace {
  readonly address: string;
  readonly key: string;
}

/**
 * Returns the place of a queue.
 * @param given the address of the option; true if it has none, and QUEUE_URL has it
 * @throws UsageError if the address or the key is missing
 */
export function queuePlace(given: string | true): QueuePlace {
  const env = wholeEnvironment();
  const address = given === true ? env[ADDRESS] : given;
  if (!address) {
    throw new UsageError(
      `--queue needs an address. Set ${ADDRESS}=rediss://user:password@host:6379, or give it after --queue`,
    );
  }
  const url = URL.parse(address);
  if (!url || !["redis:", "rediss:"].includes(url.protocol) || url.hostname === "") {
    throw new UsageError(
      `The address of the queue must be like rediss://user:password@host:6379 (TLS) or redis://127.0.0.1:6379`,
    );
  }
  const key = env[KEY] ?? "";
  if (Buffer.byteLength(key) < KEY_BYTES) {
    throw new UsageError(
      `--queue needs ${KEY} with at least ${KEY_BYTES} bytes, the same on every machine: tasks and results are ` +
        "signed with it. To make one: openssl rand -hex 32",
    );
  }
  return { address, key };
}

/** Returns what to know about a queue that is not on this machine and not encrypted; null if all is well. */
export function openlySent({ address }: QueuePlace): string | null {
  const { protocol, hostname, password } = new URL(address);
  const isHere = /^(localhost|127\.|\[::1\])/.test(hostname);
  if (isHere || (protocol === "rediss:" && password !== "")) return null;
  const what = password === "" ? "has no password" : "is not encrypted";
  return `The connection to ${hostname} ${what}. Anyone in between can read results and stop the run, but cannot fake them.`;
}

const CONNECT_SECONDS = 5;

/**
 * Connects to Redis. A connection that is lost later is made again; until then, commands wait.
 * @throws EnvironmentError if there is no connection within 5 s
 */
export async function connect({ address }: QueuePlace): Promise<Redis> {
  const client = new Redis(address, {
    lazyConnect: true,
    connectTimeout: 1000 * CONNECT_SECONDS,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(200 * times, 2000),
  });
  let last: unknown = null;
  client.on("error", (error: unknown) => (last = error));
  try {
    await within(client.connect(), CONNECT_SECONDS);
    await within(client.ping(), CONNECT_SECONDS);
    return client;
  } catch (error) {
    client.disconnect();
    const { host } = new URL(address);
    const said = messageOf(last ?? error).replace(/^The queue/, "it");
    const [, advice] = ADVICE.find(([pattern]) => pattern.test(said)) ?? [];
    throw new EnvironmentError(
      `Cannot reach the queue at ${host}: ${said.split("\n")[0]?.slice(0, 200)}. ${advice ?? USUAL_ADVICE}`,
      { cause: error },
    );
  }
}

const USUAL_ADVICE =
  "Check that Redis or Valkey runs there, with TLS if the address begins with rediss://";
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /certificate|altname/i,
    "To trust its certificate, set NODE_EXTRA_CA_CERTS to the file of its certificate authority (PEM)",
  ],
  [/SSL|EPROTO/, "It does not speak TLS there: use redis://, or the port for TLS"],
  [/WRONGPASS|NOAUTH|AUTH/, `Set its user and password in ${ADDRESS}`],
];

/** The error of a command that Redis did not answer in time. */
export class QueueLost extends EnvironmentError {
  override readonly name = "QueueLost";
}

/** The error of a command that Redis does not carry out: a key of another type, no memory, no right. */
export class QueueRefuses extends EnvironmentError {
  override readonly name = "QueueRefuses";
}

const CONNECTION_ERROR = /Connection is closed|Stream isn't writeable|\bE(CONN|PIPE|TIMEDOUT)/;

/**
 * Waits for a command of Redis.
 * @throws QueueLost if it takes longer or the connection ends; the command may still be carried out. QueueRefuses if Redis
 *   returns an error
 */
export async function within<T>(work: Promise<T>, seconds = 10): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new QueueLost(`The queue did not answer within ${seconds} s`)),
      1000 * seconds,
    );
  });
  // Nobody waits any longer for a command that fails after its time.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof ReplyError) {
      throw new QueueRefuses(`The queue refuses a command: ${messageOf(error).slice(0, 200)}`);
    }
    const isLost = !(error instanceof QueueLost) && CONNECTION_ERROR.test(messageOf(error));
    throw isLost ? new QueueLost(`The connection to the queue ended: ${messageOf(error)}`) : error;
  } finally {
    clearTimeout(timer);
  }
}
