// Rewrites the JSON Schema of deadheat.config.json. To run it: node packages/deadheat/schema/write.ts
import { writeFileSync } from "node:fs";
import { configJsonSchema } from "./json-schema.ts";

writeFileSync(new URL("./config.schema.json", import.meta.url), configJsonSchema());
