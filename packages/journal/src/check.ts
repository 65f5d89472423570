import { toJsonSchema } from "@valibot/to-json-schema";
import Ajv, { type ValidateFunction } from "ajv/dist/2020.js";
import { recordSchema, SCHEMA, type JournalRecord } from "./record/record.ts";

// Journals can hold a hundred thousand records. valibot makes a copy of each as it checks it; a
// function compiled from the same schema checks in place, in a third of the time.

const ajv = new Ajv.default({ strict: false });
const validators = new Map<string, ValidateFunction<JournalRecord>>();

/** Why `data` is no record, with the field's name; null when it is one. */
export function problemOf(data: unknown): string | null {
  const { type, schema } = (data ?? {}) as { type?: unknown; schema?: unknown };
  const validate = typeof type === "string" ? validatorOf(type) : undefined;
  if (!validate) return "field type: no record is of this type";
  if (validate(data)) return null;
  if (type === "run" && schema !== SCHEMA) {
    return `field schema: ${String(schema)}, and this version reads ${SCHEMA}: use the deadheat that wrote it`;
  }
  const [error] = validate.errors ?? [];
  const field = error?.instancePath.slice(1).replaceAll("/", ".") || "(the whole)";
  return `field ${field}: ${error?.message ?? "wrong"}`;
}

/** The function for a type of record, made when the first record of that type is read. */
function validatorOf(type: string): ValidateFunction<JournalRecord> | undefined {
  const made = validators.get(type);
  if (made) return made;
  const option = recordSchema.options.find(({ entries }) => entries.type.literal === type);
  if (!option) return undefined;
  const schema: object = toJsonSchema(option, { target: "draft-2020-12" });
  const validate = ajv.compile<JournalRecord>(schema);
  validators.set(type, validate);
  return validate;
}
