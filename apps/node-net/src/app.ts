import type { Socket } from "node:net";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { listenable } from "./listenable.ts";
import { RequestParser, type ParsedRequest } from "./parser.ts";
import { respond, respondJson } from "./respond.ts";
import { serveStore } from "./store.ts";

const store = await openStore();

export const app = listenable((socket) => {
  if (store) serveStore(socket, store, answer);
  else serve(socket);
});

function serve(socket: Socket): void {
  const parser = new RequestParser();
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    // Pipelined requests are answered in one write.
    let out = "";
    for (const parsed of parser.push(chunk as Buffer)) {
      const last = "refused" in parsed || !parsed.keepAlive;
      out +=
        "refused" in parsed
          ? respond(parsed.refused, "text/plain", parsed.reason, true)
          : answer(parsed);
      if (last) return void socket.end(out);
    }
    if (out !== "") socket.write(out);
  });
}

function answer(request: ParsedRequest): string {
  const close = !request.keepAlive;
  try {
    return route(request, close);
  } catch {
    // The body is no JSON, or the path cannot be percent-decoded.
    return respond(400, "text/plain", "Bad Request", close);
  }
}

function route({ method, path, query, body }: ParsedRequest, close: boolean): string {
  if (method === "GET") {
    switch (path) {
      case hey.pattern:
        return respond(200, "text/plain", hey.handle(), close);
      case hell.pattern:
        return respond(200, "text/plain", hell.handle(), close);
      case hello.pattern:
        return respond(200, "text/plain", hello.handle(), close);
      case about.pattern:
        return respond(200, "text/html", about.handle(), close);
      case json.pattern:
        return respondJson(json.handle(), close);
    }
    const id = /^\/users\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) {
      const name = new URLSearchParams(query).get("name");
      return respondJson(users.handle(decodeURIComponent(id), name), close);
    }
  } else if (method === "POST" && path === echo.pattern) {
    return respondJson(echo.handle(JSON.parse(body.toString())), close);
  }
  return respond(404, "text/plain", notFound.handle(), close);
}
