import { toJsonSchema } from "@valibot/to-json-schema";
import { comparisonDocumentSchema } from "./comparison.ts";
import { explainedSchema } from "./explained.ts";
import { gatedSchema } from "./gated.ts";
import { resultSchema } from "./result.ts";

/** Returns the JSON Schema (draft 2020-12) of `result.json`, derived from the schema that the code uses. */
export function resultJsonSchema(): string {
  return textOf(resultSchema, "deadheat result", "result.ts");
}

/** Returns the JSON Schema of the document that `compare --json` prints. */
export function comparisonJsonSchema(): string {
  return textOf(comparisonDocumentSchema, "deadheat comparison", "comparison.ts");
}

/** Returns the JSON Schema of the document that `gate --json` prints. */
export function gatedJsonSchema(): string {
  return textOf(gatedSchema, "deadheat gate", "gated.ts");
}

/** Returns the JSON Schema of `explain.json`, which `explain --json` prints. */
export function explainedJsonSchema(): string {
  return textOf(explainedSchema, "deadheat explanation", "explained.ts");
}

function textOf(schema: Parameters<typeof toJsonSchema>[0], title: string, file: string): string {
  // JSON Schema cannot express these checks.
  const ignoreActions = ["check"];
  const titled = {
    ...toJsonSchema(schema, { target: "draft-2020-12", ignoreActions }),
    title,
    description: `packages/judge/src/documents/${file}`,
  };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
