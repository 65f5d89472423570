// Builds the pages into the published package: node src/html/build.ts
import { join } from "node:path";
import { writeWhole } from "@deadheat/journal";
import { builtName, pageParts, pages } from "./bundle.ts";

for (const page of pages) {
  const file = join(import.meta.dirname, "..", "..", "dist", "html", builtName(page));
  writeWhole(file, pageParts(page));
}
