import type { Listenable } from "@deadheat/adapter";
import { createApp } from "./app.ts";

export const listenable: Listenable = { kind: "fetch", fetch: createApp().fetch };
