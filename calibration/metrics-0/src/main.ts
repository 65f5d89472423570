import { serveWith } from "../../known-metrics.ts";

await serveWith({ memoryBytes: 0 });
