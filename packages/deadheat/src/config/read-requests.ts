import { resolve } from "node:path";
import { readRegular, UsageError, whyUnread } from "@deadheat/journal";
import type { Limits } from "@deadheat/judge";
import type { Exchange, Login } from "@deadheat/measure";
import { assertDistinct, check } from "./check.ts";
import type { LoginOptions, Request, RequestOptions } from "./config.ts";
import { headersFrom } from "./login.ts";
import { readPaths, type Paths } from "./values.ts";
import { readIgnored, type Ignored } from "../response/ignore.ts";
import { limitsFrom } from "./quantity.ts";
import { requestLine } from "./request.ts";
import { requestsSchema } from "./schema.ts";

/** A request, and the expected answer as far as the user stated one. */
export interface ReadRequest {
  /** The name of the request, `GET /` by default. Names are unique. */
  readonly name: string;
  readonly request: Exchange["request"];
  readonly expect: {
    readonly status: number | null;
    /** The expected body. A text must match byte for byte, an object or a list as the value of JSON. `any` is any body. */
    readonly body: string | object | null;
  };
  /** The parts of the responses that are not compared. */
  readonly ignore: readonly Ignored[];
  /** false if each request has a connection of its own. */
  readonly keepAlive: boolean;
  /** The limits that differ from those of the configuration. */
  readonly gate: Limits | null;
  /** The share of all requests, in any unit, by which a mix weighs it; null if it is not part of a mix. */
  readonly share: number | null;
  /** The paths that the load draws from, of which that of the request is the first; null if it has only that one. */
  readonly paths: Paths | null;
  /** The login of each process; null without one. */
  readonly login: Login | null;
  /** The names of the requests from which one load draws; absent for a single request. */
  readonly together?: readonly string[];
}

/** The choices for all requests of a command or a configuration. */
export type RequestChoices = Pick<ReadRequest, "ignore" | "keepAlive" | "login">;

const everyRequest: RequestChoices = { ignore: [], keepAlive: true, login: null };

export function withChoices(
  request: ReadRequest,
  { ignore, keepAlive, login }: RequestChoices,
): ReadRequest {
  return {
    ...request,
    ignore: [...request.ignore, ...ignore],
    keepAlive: request.keepAlive && keepAlive,
    login: request.login ?? login,
  };
}

const MOST_IGNORED = 50;

export function readIgnoredList(patterns: readonly string[], place: string): Ignored[] {
  if (patterns.length > MOST_IGNORED) {
    throw new UsageError(`${place} has ${patterns.length} patterns. Use at most ${MOST_IGNORED}`);
  }
  return patterns.map((pattern) => readIgnored(pattern, place));
}

/**
 * Checks the requests of a configuration or a program.
 * @param folder the folder that the file of a body is relative to
 * @param place the name of the list in messages
 * @param choices for all of these requests
 * @throws UsageError
 */
export function readRequests(
  written: readonly Request[],
  folder: string,
  place: string,
  choices: RequestChoices = everyRequest,
): ReadRequest[] {
  const requests = check(requestsSchema, written, place).map((request, i) =>
    withChoices(readRequest(request, folder, `${place}[${i}]`), choices),
  );
  const names = requests.map(({ name }) => name);
  assertDistinct(names, place, "name");
  return requests;
}

function readRequest(written: Request, folder: string, place: string): ReadRequest {
  const request = typeof written === "string" ? { request: written } : written;
  const line = lineOf(request);
  const { method } = line;
  const { expect, values } = request;
  const paths = values === undefined ? null : readPaths(values, line, folder, place);
  return {
    name: request.name ?? `${method} ${line.path}`,
    request: { method, path: paths?.drawn[0] ?? line.path, ...contentOf(request, folder, place) },
    expect: { status: expect?.status ?? null, body: expect?.body ?? null },
    ignore: readIgnoredList(request.ignore ?? [], `${place}.ignore`),
    keepAlive: request.keepAlive ?? true,
    gate: limitsFrom(request.gate ?? ""),
    share: request.share ?? null,
    paths,
    login: null,
  };
}

/** Reads the login of a configuration. @throws UsageError if the file of its body cannot be read */
export function readLogin(
  { request: line, save, ...content }: LoginOptions,
  folder: string,
  place: string,
): Login {
  const { method, path } = requestLine(line) ?? { method: "GET", path: "/" };
  const request = { method, path, ...contentOf(content, folder, place) };
  return { request, headersFrom: headersFrom(save) };
}

function lineOf(request: RequestOptions): { method: string; path: string } {
  if ("path" in request) return { method: request.method ?? "GET", path: request.path };
  return requestLine(request.request ?? "") ?? { method: "GET", path: "/" };
}

function contentOf(
  { headers = {}, body }: Pick<RequestOptions, "headers" | "body">,
  folder: string,
  place: string,
): Pick<Exchange["request"], "headers" | "body"> {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (body === undefined || typeof body === "string") return { headers: named, body: body ?? null };
  const file = fileOf(body);
  if (file !== null) return { headers: named, body: read(resolve(folder, file), place) };
  return { headers: { "content-type": "application/json", ...named }, body: JSON.stringify(body) };
}

/** Returns the file of `{ file }`; null for any other object. To send JSON of this form, write the body as a text. */
function fileOf(body: object): string | null {
  const [[key, value] = [], ...others] = Object.entries(body);
  return key === "file" && typeof value === "string" && others.length === 0 ? value : null;
}

const LARGEST_BODY = 10_000_000;

function read(file: string, place: string): string {
  const content = readRegular(file, LARGEST_BODY);
  if (content !== null) return content.toString("utf8");
  throw new UsageError(
    `${place}.body.file: ${JSON.stringify(file)} cannot be read: ${whyUnread(file, LARGEST_BODY)}`,
  );
}
