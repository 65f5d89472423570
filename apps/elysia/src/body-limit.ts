import { BODY_LIMIT_BYTES } from "@deadheat/handlers";
import { status } from "elysia";

/**
 * A parser that rejects bodies above the limit. Elysia's own limit applies to the whole server, and only on Bun. If the
 * length is declared, Elysia's parser does the rest, else bytes are counted as they arrive.
 */
export function limited(request: Request): Promise<unknown> | undefined {
  const length = request.headers.get("content-length");
  if (length === null) return counted(request);
  if (Number(length) > BODY_LIMIT_BYTES) throw tooLong();
  return undefined;
}

async function counted({ body }: Request): Promise<unknown> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) throw tooLong();
    text += decoder.decode(chunk, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}

function tooLong() {
  return status(413, "Content Too Large");
}
