import { listen } from "@deadheat/adapter";
import { app } from "./app.ts";

await listen(app);
