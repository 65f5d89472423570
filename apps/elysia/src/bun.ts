import type { Listenable } from "@deadheat/adapter";
import { createApp } from "./app.ts";

export const listenable: Listenable = {
  kind: "self",
  listen: (address) => {
    const app = createApp().listen(address);
    return { port: app.server?.port ?? 0, close: () => app.stop(true) };
  },
};
