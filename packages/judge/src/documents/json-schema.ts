import { toJsonSchema } from "@valibot/to-json-schema";
import { comparisonSchema } from "./comparison.ts";
import { gatedSchema } from "./gated.ts";
import { resultSchema } from "./result.ts";

/** The JSON Schema (draft 2020-12) of `result.json`, from the schema that the code itself uses. */
export function resultJsonSchema(): string {
  return textOf(resultSchema, "deadheat result", "result.ts");
}

/** That of the document which `compare --json` prints. */
export function comparisonJsonSchema(): string {
  return textOf(comparisonSchema, "deadheat comparison", "comparison.ts");
}

/** That of the document which `gate --json` prints. */
export function gatedJsonSchema(): string {
  return textOf(gatedSchema, "deadheat gate", "gated.ts");
}

function textOf(schema: Parameters<typeof toJsonSchema>[0], title: string, file: string): string {
  // What only code can check is left to the code.
  const ignoreActions = ["check"];
  const titled = {
    ...toJsonSchema(schema, { target: "draft-2020-12", ignoreActions }),
    title,
    description: `packages/judge/src/documents/${file}`,
  };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
