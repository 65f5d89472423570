import { STATUS_CODES } from "node:http";
import type { ParsedRequest } from "../parser.ts";
import { date } from "../respond.ts";

type Fields = Readonly<Record<string, string | number>>;

/** Returns the head of a response: the given fields, and the fields of every response. */
export function headOf(status: number, fields: Fields, close: boolean): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`;
  for (const [name, value] of Object.entries(fields)) head += `${name}: ${value}\r\n`;
  return `${head}date: ${date()}\r\nconnection: ${close ? "close" : "keep-alive"}\r\n\r\n`;
}

/** Returns a function that finds the first field of this name. Fields are searched only on demand. */
export function fieldReader(name: string): (request: ParsedRequest) => string | undefined {
  const pattern = new RegExp(`\\r\\n${name}:[ \\t]*([^\\r]*)`, "i");
  return ({ head }) => pattern.exec(head)?.[1]?.trimEnd();
}
