import type { Runtime } from "@deadheat/journal";
import type { METHODS } from "./request.ts";

/**
 * The default export of `deadheat.config.ts` (or `.mts`, `.mjs`, `.js`), or the content of `deadheat.config.json`.
 * Every field is optional, but a command may need some. Paths are relative to the folder of the file.
 */
export interface Config {
  /** The address of the JSON Schema, for editors of the `.json` form. */
  $schema?: string | undefined;
  /** The servers that `run` measures against each other, and that `gate` measures in two revisions. */
  targets?: readonly Target[] | undefined;
  /** The server file for comparisons of two revisions, or of two versions of a package. */
  app?: string | undefined;
  /** The requests that all servers get. */
  requests?: readonly Request[] | undefined;
  /** A request that each process gets once, before all others. Its response has a header field that the others send. */
  login?: LoginOptions | undefined;
  /** The runtimes (`node`, `bun@1.3`) for targets that name none. Each such target is measured on each of them. */
  runtimes?: readonly string[] | undefined;
  /** A shell command that runs before the servers of a revision start, such as `npm run build`. */
  setup?: string | undefined;
  /**
   * The services of your servers: `postgres`, `redis` (each server gets its own database, in `DATABASE_URL` and
   * `REDIS_URL`; `postgres=PG_URL` names another variable), one of them with variables of your own, or a program.
   */
  services?: readonly Service[] | undefined;
  /** A shell command that fills the services of each server once, such as `npm run migrate && npm run seed`. */
  prepare?: string | undefined;
  /**
   * The names of your environment variables that servers get, or files of them: `API_KEY`, `.env`. All measured code can read
   * them, tokens too.
   */
  env?: readonly string[] | undefined;
  /** The packages whose install scripts may run: `prisma`. */
  scripts?: readonly string[] | undefined;
  /**
   * The folders in which servers write for good, absolute or in your home: `/var/lib/shop`, `~/shop-data`. Elsewhere an isolated
   * server can only read, or its files are gone when it ends.
   */
  writable?: readonly string[] | undefined;
  /** The versions that `history --config` measures: `v1.0.0..main`, `hono@4.10..4.13`. */
  history?: string | undefined;
  /** The percentage by which the new server may be slower: `5%`. For several metrics: `cpu:5%,memory-peak:10%,memory-growth:100B`. */
  gate?: string | undefined;
  /** The time for measuring: `90s`, `2m`, `1h`. */
  budget?: string | undefined;
  /** The largest difference that counts as a tie: `2%`. */
  margin?: string | undefined;
  /** The parts of the responses to all requests that are not compared: `$.id`, `/nonce="[^"]+"/`. */
  ignore?: readonly string[] | undefined;
  /** Whether to measure servers that answer differently. */
  allowDifferent?: boolean | undefined;
}

/** A server: written as on the command line (`./server.ts/bun`, `new=hono@4/node`), or as an object. */
export type Target = string | ServerTarget | CommandTarget;

export interface ServerTarget {
  /** The name of the server in all output. */
  label?: string | undefined;
  /** The server, written as on the command line. */
  server: string;
}

/** A program that listens on loopback, on the port that it gets. */
export interface CommandTarget {
  label: string;
  /** The program and its arguments, without a shell. `{port}` is replaced by the port. */
  command: string | readonly string[];
  /** The environment variable that carries the port. Default: `PORT`. */
  port?: string | undefined;
  /** The runtime of the program. */
  runtime?: Runtime | undefined;
  /** The environment variables that the program gets: `{ "MODE": "full" }`. */
  env?: Readonly<Record<string, string>> | undefined;
  /** The working directory of the program. */
  cwd?: string | undefined;
  /** A shell command that runs before the program starts, such as `npm run build`. */
  setup?: string | undefined;
}

export type Service = string | ServiceDatabase | ServiceProgram;

/** A database whose address your servers read from several variables. */
interface ServiceDatabase {
  service: "postgres" | "redis";
  /**
   * The environment variables that servers get: `{ "DB_HOST": "{host}", "DB_PORT": "{port}", "DB_USER": "{user}",
   * "DB_PASSWORD": "{password}", "DB_NAME": "{database}" }`. `{url}` is the whole address.
   */
  env: Readonly<Record<string, string>>;
}

/** A program that your servers call. It runs once, and all servers share it. */
interface ServiceProgram {
  /** The program and its arguments, without a shell. `{port}` is replaced by its port. */
  command: string | readonly string[];
  /** The environment variable that carries its port. Default: `PORT`. */
  port?: string | undefined;
  /** The environment variables that servers get: `{ "API_URL": "http://127.0.0.1:{port}" }`. */
  env: Readonly<Record<string, string>>;
}

/** A request: a text such as `GET /hello`, or an object. */
export type Request = string | RequestOptions;

/** A request and the expected answer: `request`, or `method` and `path`. Default: `GET /`. */
export type RequestOptions = RequestDetails & (WholeRequest | RequestParts);

interface WholeRequest {
  /** The method and the path: `POST /echo`. */
  request?: string | undefined;
}

interface RequestParts {
  /** The method. Default: `GET`. */
  method?: (typeof METHODS)[number] | undefined;
  /** The path with its query, percent-encoded. */
  path: string;
}

interface RequestDetails {
  /** The name of the request in all output. Default: method and path. */
  name?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The body: a text, a file, or any other value as JSON. JSON also sets `content-type`. */
  body?: string | { file: string } | object | undefined;
  /** The expected answer. */
  expect?: Expectation | undefined;
  /**
   * The parts of the response that are not compared: paths of JSON (`$.id`, `$.items[*].at`) and regular expressions
   * (`/nonce="[^"]+"/`).
   */
  ignore?: readonly string[] | undefined;
  /** false to open a connection for each request. Default: true. */
  keepAlive?: boolean | undefined;
  /** The percentage by which the new server may be slower with this request: `5%`, or one for each metric. */
  gate?: string | undefined;
  /**
   * A file with a value for the `:name` of the path in each line, such as `ids.txt` for `GET /items/:id`. Without a `:name`,
   * its lines are paths, or those of an access log.
   */
  values?: string | undefined;
  /** The share of this request in the mix of all requests that have one: `60`, of whatever the shares add up to. */
  share?: number | undefined;
}

export interface LoginOptions {
  /** The method and the path: `POST /login`. */
  request: string;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The body: a text, a file, or any other value as JSON. */
  body?: string | { file: string } | object | undefined;
  /** `set-cookie` to send the cookies of the response, or a path of its JSON such as `$.token`, sent as `authorization: Bearer`. */
  save: string;
}

export interface Expectation {
  status?: number | undefined;
  /** The expected body: a text that must match byte for byte, or JSON whose value must match. `"any"` for any body. */
  body?: string | object | undefined;
}

/** Returns the configuration unchanged. Editors use the type of the parameter for completion and checks. */
export function defineConfig(config: Config): Config {
  return config;
}
