import { serveWith } from "../../known-figures.ts";

await serveWith({ startSeconds: 0.05 });
