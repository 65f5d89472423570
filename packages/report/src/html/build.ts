// Builds the page into the published package: node src/html/build.ts
import { join } from "node:path";
import { writeWhole } from "@deadheat/journal";
import { pageParts } from "./bundle.ts";

writeWhole(join(import.meta.dirname, "..", "..", "dist", "html", "page.json"), pageParts());
