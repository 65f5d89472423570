import { BODY_LIMIT_BYTES } from "@deadheat/handlers";
import { status } from "elysia";

/**
 * A parser that refuses bodies that are too long: Elysia's own limit is of the whole server, and Bun's alone. Where the
 * length is told beforehand, the rest is left to Elysia's parser; else bytes are counted as they come.
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
