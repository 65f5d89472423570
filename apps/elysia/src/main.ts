import { listen } from "@deadheat/adapter";
import { listenable } from "#listenable";
import { createApp } from "./app.ts";

await listen(listenable(createApp));
