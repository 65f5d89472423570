import { join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import { root } from "./project.ts";
import { resultSchema } from "./result.ts";
import { writeWhole } from "./run-folder.ts";

/** Where the published JSON Schema of `result.json` lies. */
export const resultSchemaPath = join(root, "bench", "schema", "result.schema.json");

/** The JSON Schema (draft 2020-12) of `result.json`, from the schema that the code itself uses. */
export function resultJsonSchema(): string {
  // What only code can check is left to the code.
  const ignoreActions = ["check"];
  const schema = toJsonSchema(resultSchema, { target: "draft-2020-12", ignoreActions });
  const titled = { ...schema, title: "deadheat result", description: "bench/src/result.ts" };
  return `${JSON.stringify(titled, null, 2)}\n`;
}

if (import.meta.main) writeWhole(resultSchemaPath, resultJsonSchema());
