import type { Listenable } from "@deadheat/adapter";
import { app } from "./app.ts";

export const listenable: Listenable = { kind: "fetch", fetch: (request) => app.fetch(request) };
