import type { Socket } from "node:net";
import { notFound } from "@deadheat/handlers";
import { readChunked } from "./chunked.ts";
import type { Family, Reply, Whole } from "./families/family.ts";
import { HEAD_END, RequestParser, type ParsedRequest, type Refusal } from "./parser.ts";
import { respond } from "./respond.ts";

/** Serves a connection with families. Pipelined requests are answered in order. */
export function serveFamilies(socket: Socket, families: readonly Family[]): void {
  const parser = new RequestParser(readChunked);
  let previous: Promise<void> | null = null;
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    for (const parsed of parser.push(chunk as Buffer)) {
      const write = () => writeReply(socket, parsed, replyTo(parsed, families));
      if (previous) previous = previous.then(write);
      else previous = write() ?? null;
    }
  });
}

function isLast(parsed: ParsedRequest | Refusal): boolean {
  return "refused" in parsed || !parsed.keepAlive;
}

function replyTo(parsed: ParsedRequest | Refusal, families: readonly Family[]): Reply {
  if ("refused" in parsed) return respond(parsed.refused, "text/plain", parsed.reason, true);
  try {
    for (const answer of families) {
      const reply = answer(parsed);
      if (reply !== null) return reply;
    }
    return respond(404, "text/plain", notFound.handle(), !parsed.keepAlive);
  } catch {
    // The body is no JSON, or invalid for the handler.
    return respond(400, "text/plain", "Bad Request", !parsed.keepAlive);
  }
}

/** Writes a reply. Returns a promise only if the reply is not yet complete. */
function writeReply(
  socket: Socket,
  parsed: ParsedRequest | Refusal,
  reply: Reply,
): Promise<void> | undefined {
  // The last response has been sent, or the client has disconnected.
  if (!socket.writable) return undefined;
  if (typeof reply !== "string" && !Buffer.isBuffer(reply)) {
    return writeLater(socket, parsed, reply);
  }
  const answer = "method" in parsed && parsed.method === "HEAD" ? headAlone(reply) : reply;
  if (isLast(parsed)) socket.end(answer);
  else socket.write(answer);
  return undefined;
}

/** Returns the same head without a body (RFC 9110, 9.3.2). */
function headAlone(reply: Whole): Whole {
  return reply.slice(0, reply.indexOf(HEAD_END) + HEAD_END.length);
}

async function writeLater(
  socket: Socket,
  parsed: ParsedRequest | Refusal,
  reply: Exclude<Reply, Whole>,
): Promise<void> {
  try {
    if (reply instanceof Promise) {
      socket.write(await reply);
    } else {
      for await (const piece of reply) {
        // The client has disconnected.
        if (socket.destroyed) return;
        socket.write(piece);
      }
    }
    if (isLast(parsed)) socket.end();
  } catch {
    // The part that was written cannot be taken back.
    socket.destroy();
  }
}
