// The thinnest server of whichever runtime runs it: one answer to whatever it is asked. Plain JavaScript, so that all
// three can read it.
//   node floor.mjs ANSWER
// ANSWER is a file with a JSON text: { status, mediaType, body, reads }; `reads`: what is sent is read before.
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
  // A Response names the type of a string by itself, and takes no body at all with a status that has none.
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
