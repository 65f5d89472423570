import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH, notFound } from "@deadheat/handlers";
import type { ParsedRequest } from "../parser.ts";
import { respond } from "../respond.ts";
import type { Family } from "./family.ts";
import { fieldReader, headOf } from "./fields.ts";
import { fieldsOf, fileBelow, isUnchanged } from "./files.ts";

const folder = resolve(assetsFolder());
const prefix = `${ASSETS_PATH}/`;
const tagsOf = fieldReader("if-none-match");
const sinceOf = fieldReader("if-modified-since");

export const family: Family = (request) => {
  const { method, path } = request;
  if (method !== "GET" || !path.startsWith(prefix)) return null;
  const file = fileBelow(folder, path.slice(prefix.length));
  return file === null ? null : answerFile(file, request);
};

async function answerFile(file: string, request: ParsedRequest): Promise<string | Buffer> {
  const close = !request.keepAlive;
  try {
    const fields = await fieldsOf(file);
    if (isUnchanged(fields, tagsOf(request), sinceOf(request))) return headOf(304, fields, close);
    const content = await readFile(file);
    const head = headOf(200, { ...fields, "content-length": content.length }, close);
    return Buffer.concat([Buffer.from(head), content]);
  } catch {
    return respond(404, "text/plain", notFound.handle(), close);
  }
}
