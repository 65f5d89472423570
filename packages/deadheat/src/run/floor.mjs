// The thinnest server of the runtime that runs it: the same response to every request. It is plain JavaScript, so that all
// three runtimes can run it.
//   node floor.mjs ANSWER
// ANSWER is a JSON file: { status, mediaType, body, reads }. If `reads` is true, the request's body is read first.
import { readFileSync } from "node:fs";
import process from "node:process";

const { status, mediaType, body, reads } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const headers = mediaType === "none" ? {} : { "content-type": mediaType };
const address = { port: Number(process.env.PORT), hostname: "127.0.0.1" };

if ("Bun" in globalThis) {
  Bun.serve({ ...address, fetch: fetchHandler() });
} else if ("Deno" in globalThis) {
  Deno.serve({ ...address, onListen: () => {} }, fetchHandler());
} else {
  const { createServer } = await import("node:http");
  createServer(await nodeHandler()).listen(address.port, address.hostname);
}

function fetchHandler() {
  // A Response adds a type to a string by itself. It rejects any body if the status allows none.
  const text = mediaType === "none" ? new TextEncoder().encode(body) : body;
  const sent = body === "" ? null : text;
  const answer = () => new Response(sent, { status, headers });
  return reads ? (request) => request.text().then(answer) : answer;
}

async function nodeHandler() {
  const bodiless = status === 204 || status === 304;
  const head = bodiless ? headers : { ...headers, "content-length": Buffer.byteLength(body) };
  const answer = (response) => response.writeHead(status, head).end(body);
  if (!reads) return (_, response) => answer(response);
  const { text } = await import("node:stream/consumers");
  return (request, response) => text(request).then(() => answer(response));
}
