import { serveWith } from "../../known-figures.ts";

await serveWith({ late: { every: 40, seconds: 0.01 } });
