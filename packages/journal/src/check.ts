import * as v from "valibot";
import { recordSchema, SCHEMA } from "./record/record.ts";

/** By type, so that a record is held against its own schema alone: a journal can hold 100,000 of them. */
const schemas = new Map<unknown, (typeof recordSchema.options)[number]>(
  recordSchema.options.map((option) => [option.entries.type.literal, option]),
);

/** Why `data` is no record, with the field's name; null when it is one. */
export function problemOf(data: unknown): string | null {
  const { type, schema } = (data ?? {}) as { type?: unknown; schema?: unknown };
  const own = schemas.get(type);
  if (own === undefined) return "field type: no record is of this type";
  const { issues } = v.safeParse(own, data, { abortEarly: true });
  if (issues === undefined) return null;
  if (type === "run" && schema !== SCHEMA) {
    return `field schema: ${String(schema)}, and this version reads ${SCHEMA}: use the deadheat that wrote it`;
  }
  return `field ${v.getDotPath(issues[0]) ?? "(the whole)"}: ${issues[0].message}`;
}
