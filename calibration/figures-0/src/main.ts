import { serveWith } from "../../known-figures.ts";

await serveWith({});
