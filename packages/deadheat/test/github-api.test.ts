// GitHub's API, or who pretends to be it, may answer with anything.
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import * as v from "valibot";
import { EnvironmentError } from "@deadheat/measure";
import { restOf } from "../src/github/rest.ts";

async function restAt(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  return restOf({ api: `http://127.0.0.1:${port}`, repository: "a/b", token: "token", signal });
}

const answers: Readonly<Record<string, RequestListener>> = {
  "a document without end": (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (response.write(" ".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  },
  "a document of another kind": (_, response) => response.end("[1, 2"),
  "redirects in a circle": (request, response) =>
    response.writeHead(302, { location: request.url }).end(),
  "a closed connection": (request) => request.socket.destroy(),
};

for (const [name, listener] of Object.entries(answers)) {
  test(`${name} ends the job with a reason`, async (t) => {
    const { get } = await restAt(t, listener);
    await assert.rejects(get("/pulls", v.array(v.number())), EnvironmentError);
  });
}
