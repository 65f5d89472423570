// Writes the published JSON Schema of `result.json` anew: node bench/schema/write.ts
import { writeFileSync } from "node:fs";
import { resultJsonSchema } from "@deadheat/judge";

writeFileSync(new URL("./result.schema.json", import.meta.url), resultJsonSchema());
