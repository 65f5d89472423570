import { existsSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { attempt, EnvironmentError, Interrupted, UsageError, withScratch } from "@deadheat/journal";
import { describeMachine, launch, send, type Entrant } from "@deadheat/measure";
import type { FoundServer } from "../find/found-server.ts";
import { entrantOf, type Installed } from "../ready/installed.ts";
import { inOneLine } from "../errors.ts";
import type { Config } from "../config/config.ts";
import type { ReadServices } from "../config/services.ts";
import { startServices, type Services } from "../services/services.ts";
import type { Note } from "../step.ts";
import type { Candidates } from "./candidate.ts";
import { fromHar } from "./har.ts";
import { fromOpenApi } from "./openapi.ts";
import { openRouteTable } from "./route-table.ts";
import { tried } from "./tried.ts";

export interface RouteSources {
  /** The file of an OpenAPI document, or the path at which the server returns it. */
  readonly openapi?: string | undefined;
  /** The file of a recorded session. */
  readonly har?: string | undefined;
}

/** The needs of a server that its code does not show, as its configuration has them. */
export type Needs = Pick<Config, "env" | "services" | "prepare">;

/** The services and the variables that the needs stand for. */
export interface Provided {
  readonly services: ReadServices | null;
  readonly env: Readonly<Record<string, string>>;
}

/** The paths at which frameworks serve their document. */
const USUAL = ["/openapi.json", "/documentation/json", "/api-json", "/docs-json"];
const READY_SECONDS = 20;
const NAME = "the server";

/**
 * Returns the requests of a server: those of a recorded session, those of an OpenAPI document, and the routes of its
 * framework. The server is started once, in the working tree, with its databases, and asked which of them it answers.
 * @returns null with a note if the server does not start here
 * @throws UsageError if a named source cannot be read; Interrupted
 */
export async function foundRoutes(
  server: FoundServer,
  { openapi, har }: RouteSources,
  { services: wanted, env }: Provided,
  cwd: string,
  { signal, note }: { readonly signal: AbortSignal; readonly note: Note },
): Promise<Candidates | null> {
  const recorded = har === undefined ? null : fromHar(resolve(cwd, har));
  const isPath = openapi?.startsWith("/") === true && !existsSync(openapi);
  const documented =
    openapi === undefined || isPath ? null : await fromOpenApi(resolve(cwd, openapi));
  return withScratch("routes", async (folder) => {
    const table = await openRouteTable(folder);
    const { pinning } = describeMachine(1);
    const install = { offline: false, allowScripts: [], allowGit: false, cwd, signal, note };
    let services: Services | null = null;
    try {
      services = wanted && (await startServices(wanted, true, pinning, install));
      const data = await services?.dataOf({ name: NAME, cwd, root: cwd, env });
      await data?.restore();
      const entrant = table.watched(entrantFor(server, cwd, { ...env, ...data?.env }));
      const running = await launch(entrant, pinning, signal);
      try {
        const listed = await table.read();
        const served =
          documented ??
          (await servedDocument(running.port, isPath ? [openapi] : USUAL, isPath, signal));
        const sources = recorded === null ? [served, listed] : [recorded, served];
        return withoutDoubles(await tried(together(sources), running.port, signal));
      } finally {
        await running.stop();
      }
    } catch (error) {
      if (
        error instanceof Interrupted ||
        error instanceof UsageError ||
        error instanceof EnvironmentError
      )
        throw error;
      if (signal.aborted) throw new Interrupted();
      note(`The server could not be asked for its routes: ${inOneLine(error)}`);
      return null;
    } finally {
      await services?.stop();
      table.close();
    }
  });
}

/** Returns the requests of an OpenAPI document that the server returns; none without one. @throws UsageError if it was named */
async function servedDocument(
  port: number,
  paths: readonly string[],
  isNamed: boolean,
  signal: AbortSignal,
): Promise<Candidates> {
  for (const path of paths) {
    const request = { method: "GET", path, headers: {}, body: null };
    const answer = await send(port, { request }, false, signal).catch(() => null);
    const document: unknown =
      answer?.status === 200 ? attempt(() => JSON.parse(answer.body)) : null;
    if (typeof document === "object" && document !== null && "openapi" in document)
      return fromOpenApi(document);
  }
  if (isNamed)
    throw new UsageError(
      `--openapi ${paths[0]}: the server returns no OpenAPI document there, and there is no such file`,
    );
  return { found: [], left: [] };
}

/** Returns a request without the names and values of its parameters and its query. */
function shapeOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${(path.split("?")[0] ?? "").replaceAll(/:\w+|\{[^}]+\}/g, "*")}`;
}

/** Leaves out each request once, although a document and the framework name it. */
function withoutDoubles({ found, left }: Candidates): Candidates {
  const shapes = left.map(({ request }) => {
    const [method = "", path = ""] = request.split(" ");
    return shapeOf({ method, path });
  });
  return { found, left: left.filter((_, i) => shapes.indexOf(shapes[i] ?? "") === i) };
}

/** Joins the sources. A route of the framework that a document describes too is that of the document. */
function together(sources: readonly Candidates[]): Candidates {
  const found: Candidates["found"][number][] = [];
  for (const source of sources) {
    const known = new Set(found.map(shapeOf));
    const filledOf = found.map(({ method, path }) => `${method} ${path.split("?")[0]}`);
    const isKnown = (one: { method: string; path: string }) => {
      const pattern = new RegExp(
        `^${shapeOf(one)
          .split("*")
          .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
          .join("[^/]+")}$`,
      );
      return known.has(shapeOf(one)) || filledOf.some((text) => pattern.test(text));
    };
    found.push(...source.found.filter((one) => !isKnown(one)));
  }
  return { found, left: sources.flatMap(({ left }) => left) };
}

function entrantFor(
  { command, env, file, runtime, path }: FoundServer,
  cwd: string,
  variables: Readonly<Record<string, string>>,
): Entrant {
  const found = { path: runtime === "node" ? process.execPath : runtime, version: "" };
  const program: Installed["program"] =
    command === null
      ? { kind: "file", file: resolve(cwd, file ?? "") }
      : { kind: "command", command, portVariable: "PORT", env };
  const side = {
    name: NAME,
    kind: "command",
    runtime,
    program,
    cwd,
    root: cwd,
    found,
    env: variables,
    programs: null,
    readySeconds: READY_SECONDS,
    movedPort: null,
  };
  const request = { method: "GET", path: path ?? "/", headers: {}, body: null };
  return entrantOf(side as unknown as Installed, { request });
}
