import { toJsonSchema, type ConversionConfig, type JsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { configSchema } from "../src/config/schema.ts";

/** Returns the JSON Schema of `deadheat.config.json`, made from the code's schema. Editors support draft 7 best. */
export function configJsonSchema(): string {
  const titled = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "deadheat configuration",
    description: "deadheat.config.json",
    ...convert(configSchema),
  };
  return `${JSON.stringify(titled, null, 2)}\n`;
}

const options: ConversionConfig = {
  target: "draft-07",
  overrideSchema: ({ valibotSchema }) => {
    if (valibotSchema.type !== "lazy") return null;
    const schemas = (valibotSchema as unknown as typeof configSchema).options.map(convert);
    return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  },
};

/** Converts a schema without `$schema` and `$defs`: the alternatives of a choice are inlined, not referred to. */
function convert(schema: GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...converted } = toJsonSchema(schema, options);
  return converted;
}
