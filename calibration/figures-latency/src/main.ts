import { serveWith } from "../../known-figures.ts";

await serveWith({ late: { every: 80, seconds: 0.01 } });
