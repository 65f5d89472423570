import { listen } from "@deadheat/adapter";
import { listenable } from "#listenable";
import { app } from "./app.ts";

await listen(listenable(app));
