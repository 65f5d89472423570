// Writes the published JSON Schemas of `result.json`, `compare --json`, `gate --json`, `explain --json` and `bisect --json`: node bench/schema/write.ts
import { writeFileSync } from "node:fs";
import { schemas } from "./documents.ts";

for (const [name, schema] of Object.entries(schemas)) {
  writeFileSync(new URL(`./${name}.schema.json`, import.meta.url), schema);
}
