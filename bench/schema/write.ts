// Writes the published JSON Schemas of `result.json`, `compare --json`, `gate --json` and `explain --json`: node bench/schema/write.ts
import { writeFileSync } from "node:fs";
import {
  comparisonJsonSchema,
  explainedJsonSchema,
  gatedJsonSchema,
  resultJsonSchema,
} from "@deadheat/judge";

const write = (name: string, schema: string) =>
  writeFileSync(new URL(`./${name}.schema.json`, import.meta.url), schema);

write("result", resultJsonSchema());
write("comparison", comparisonJsonSchema());
write("gated", gatedJsonSchema());
write("explained", explainedJsonSchema());
