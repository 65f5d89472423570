import type { Socket } from "node:net";
import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { AsyncStore, Store, SyncStore } from "@deadheat/stores";
import { RequestParser, type ParsedRequest, type Refusal } from "./parser.ts";
import { respond, respondJson } from "./respond.ts";

type Answer = (request: ParsedRequest) => string;

/** Serves a connection with the routes that read from the chosen store, before those of `answer`. */
export function serveStore(socket: Socket, store: Store, answer: Answer): void {
  const parser = new RequestParser();
  socket.on("error", () => socket.destroy());
  // Pipelined requests are answered in order, each after the one before it.
  let previous: Promise<unknown> | null = null;
  socket.on("data", (chunk) => {
    for (const parsed of parser.push(chunk as Buffer)) {
      const write = (text: string) => void (isLast(parsed) ? socket.end(text) : socket.write(text));
      const reply = () => replyTo(parsed, store, answer);
      if (store.sync) {
        write(reply() as string);
        continue;
      }
      const settled = previous ? previous.then(reply) : Promise.resolve(reply());
      previous = settled.catch(() => failure(parsed)).then(write);
    }
  });
}

function isLast(parsed: ParsedRequest | Refusal): boolean {
  return "refused" in parsed || !parsed.keepAlive;
}

function failure(parsed: ParsedRequest | Refusal): string {
  return respond(500, "text/plain", "Internal Server Error", isLast(parsed));
}

function replyTo(
  parsed: ParsedRequest | Refusal,
  store: Store,
  answer: Answer,
): string | Promise<string> {
  if ("refused" in parsed) return respond(parsed.refused, "text/plain", parsed.reason, true);
  if (parsed.method !== "GET") return answer(parsed);
  return (store.sync ? fromSync(parsed, store) : fromAsync(parsed, store)) ?? answer(parsed);
}

function fromSync(request: ParsedRequest, store: SyncStore): string | null {
  const close = !request.keepAlive;
  if (request.path === hello.pattern) return respond(200, "text/plain", store.hello(), close);
  const id = rowId(request);
  return id === null ? null : respondJson(row.handle(store, id), close);
}

function fromAsync(request: ParsedRequest, store: AsyncStore): Promise<string> | null {
  const close = !request.keepAlive;
  const json = (value: unknown) => respondJson(value, close);
  switch (request.path) {
    case hello.pattern:
      return store.hello().then((text) => respond(200, "text/plain", text, close));
    case queries.pattern: {
      const count = new URLSearchParams(request.query).get("queries");
      return queries.handle(store, count).then(json);
    }
    case fortunes.pattern:
      return fortunes
        .handle(store)
        .then((page) => respond(200, "text/html; charset=utf-8", page, close));
  }
  const id = rowId(request);
  return id === null ? null : row.handle(store, id).then(json);
}

function rowId({ path }: ParsedRequest): string | null {
  return /^\/row\/([^/]+)$/.exec(path)?.[1] ?? null;
}
