// Serves the built site on loopback: node src/serve.ts [folder]
import { join } from "node:path";
import process from "node:process";
import { serveFolder } from "./serve-folder.ts";

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "dist");
const { url } = await serveFolder(folder, Number(process.env.PORT ?? 4173));
process.stdout.write(`${url}\n`);
