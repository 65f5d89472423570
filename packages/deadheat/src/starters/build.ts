// Bundles the apps into the published package: node src/starters/build.ts
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@deadheat/journal";
import { bundleApps } from "./bundle.ts";

const folder = join(import.meta.dirname, "..", "..", "dist", "starters");
mkdirSync(folder, { recursive: true });
writeWhole(join(folder, "starters.json"), bundleApps());
