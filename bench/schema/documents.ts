import { toJsonSchema } from "@valibot/to-json-schema";
import { warningSchema } from "@deadheat/journal";
import {
  bisectedSchema,
  comparedSchema,
  explainedSchema,
  resultSchema,
} from "@deadheat/judge";

/** The JSON Schemas (draft 2020-12) of the published documents by name, derived from the schemas that the code uses. */
export const schemas: Readonly<Record<string, string>> = {
  /** `result.json`. */
  result: textOf(resultSchema, "deadheat result", "result.ts"),
  /** `comparison.json`, which `compare --json` and `gate --json` print. */
  compared: textOf(comparedSchema, "deadheat comparison", "compared.ts"),
  /** `explain.json`, which `explain --json` prints. */
  explained: textOf(explainedSchema, "deadheat explanation", "explained.ts"),
  /** `bisect.json`, which `bisect --json` prints. */
  bisected: textOf(bisectedSchema, "deadheat bisect", "bisected.ts"),
};

function textOf(schema: Parameters<typeof toJsonSchema>[0], title: string, file: string): string {
  // JSON Schema cannot express these checks.
  const ignoreActions = ["check"];
  const titled = {
    ...toJsonSchema(schema, {
      target: "draft-2020-12",
      ignoreActions,
      definitions: { warning: warningSchema },
    }),
    title,
    description: `packages/judge/src/documents/${file}`,
  };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
