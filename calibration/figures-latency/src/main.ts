import { serveWith } from "../../known-figures.ts";

await serveWith({ tailSeconds: 0.01 });
