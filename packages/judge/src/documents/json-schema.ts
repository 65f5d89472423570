import { toJsonSchema } from "@valibot/to-json-schema";
import { resultSchema } from "./result.ts";

/** The JSON Schema (draft 2020-12) of `result.json`, from the schema that the code itself uses. */
export function resultJsonSchema(): string {
  // What only code can check is left to the code.
  const ignoreActions = ["check"];
  const schema = toJsonSchema(resultSchema, { target: "draft-2020-12", ignoreActions });
  const titled = {
    ...schema,
    title: "deadheat result",
    description: "packages/judge/src/documents/result.ts",
  };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
