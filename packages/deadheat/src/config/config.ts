import type { Runtime } from "@deadheat/journal";
import type { METHODS } from "./request.ts";

/**
 * What `deadheat.config.ts` exports by default (or `.mts`, `.mjs`, `.js`, or what `.json` holds). All of it is optional,
 * but what a command needs. Paths are relative to the file's folder.
 */
export interface Config {
  /** For editors, in the json form. */
  $schema?: string | undefined;
  /** What `run` measures against each other, and `gate` in two revisions. */
  targets?: readonly Target[] | undefined;
  /** The server file that two revisions, or two versions of a package, are compared with. */
  app?: string | undefined;
  /** What all are asked. */
  requests?: readonly Request[] | undefined;
  /** `node`, `bun@1.3`: each target that names none is measured on each of these. */
  runtimes?: readonly string[] | undefined;
  /** A shell command that a revision needs before its servers can be started, such as `npm run build`. */
  setup?: string | undefined;
  /** Names of variables of your environment that servers get. A token among them is seen by all code that is measured. */
  env?: readonly string[] | undefined;
  /** By how much the new one may be slower: `5%`. */
  gate?: string | undefined;
  /** How long to measure: `90s`, `2m`, `1h`. */
  budget?: string | undefined;
  /** How close to each other a dead heat is: `2%`. */
  margin?: string | undefined;
  /** Measures servers that do not answer alike all the same. */
  allowDifferent?: boolean | undefined;
}

/** A server as the command line names it (`./server.ts/bun`, `new=hono@4/node`), or with more about it. */
export type Target = string | ServerTarget | CommandTarget;

export interface ServerTarget {
  /** As output calls it. */
  label?: string | undefined;
  /** As the command line names it. */
  server: string;
}

/** Any program that listens on loopback, on the port that it is told. */
export interface CommandTarget {
  label: string;
  /** The program and its arguments, without a shell. `{port}` in it becomes the port. */
  command: string | readonly string[];
  /** The environment variable that carries the port; `PORT` where none is named. */
  port?: string | undefined;
  /** What the program runs on. */
  runtime?: Runtime | undefined;
  /** Where it is started. */
  cwd?: string | undefined;
  /** A shell command that it needs before, such as `npm run build`. */
  setup?: string | undefined;
}

/** `GET /hello`, or with more about it. */
export type Request = string | RequestOptions;

/** What a server is asked, and what must come back: `request`, or `method` and `path`; else `GET /`. */
export type RequestOptions = RequestDetails & (WholeRequest | RequestParts);

export interface WholeRequest {
  /** `POST /echo`. */
  request?: string | undefined;
}

export interface RequestParts {
  /** `GET` where none is named. */
  method?: (typeof METHODS)[number] | undefined;
  /** With query, percent-encoded. */
  path: string;
}

export interface RequestDetails {
  /** As output calls it; method and path where none is given. */
  name?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The text itself, what a file holds, or else JSON, which sets `content-type` too. */
  body?: string | { file: string } | object | undefined;
  /** What must come back. */
  expect?: Expectation | undefined;
  /** By how much the new one may be slower in this one: `5%`. */
  gate?: string | undefined;
}

export interface Expectation {
  status?: number | undefined;
  /** The text itself, byte for byte, or JSON, whose value counts. */
  body?: string | object | undefined;
}

/** The same configuration, for an editor that completes and checks it. */
export function defineConfig(config: Config): Config {
  return config;
}
