import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH, notFound } from "@deadheat/handlers";
import { send } from "../send.ts";
import type { Family } from "./family.ts";
import { fieldsOf, fileBelow, isUnchanged } from "./files.ts";

const folder = resolve(assetsFolder());
const prefix = `${ASSETS_PATH}/`;

export const family: Family = ({ request, response, method, path }) => {
  if (method !== "GET" || !path.startsWith(prefix)) return false;
  const file = fileBelow(folder, path.slice(prefix.length));
  if (file === null) return false;
  void answerFile(file, request, response);
  return true;
};

async function answerFile(
  file: string,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const fields = await fieldsOf(file);
    if (isUnchanged(fields, headers["if-none-match"], headers["if-modified-since"])) {
      response.writeHead(304, fields).end();
      return;
    }
    const content = await readFile(file);
    response.writeHead(200, { ...fields, "content-length": content.length }).end(content);
  } catch {
    send(response, 404, "text/plain", notFound.handle());
  }
}
