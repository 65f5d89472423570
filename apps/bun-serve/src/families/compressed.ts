import { items } from "@deadheat/handlers";
import type { Routes } from "../respond.ts";

declare const Bun: { gzipSync(data: string): Uint8Array<ArrayBuffer> };

/** Written by hand with Bun's gzip, at the default level, for clients that accept it. */
export function routes(): Routes {
  return {
    [items.pattern]: {
      GET: ({ params, url, headers }) => {
        const body = JSON.stringify(
          items.handle(params.count ?? "", new URL(url).searchParams.get("m")),
        );
        const fields = { "content-type": "application/json", vary: "accept-encoding" };
        if (!/\bgzip\b/.test(headers.get("accept-encoding") ?? "")) {
          return new Response(body, { headers: fields });
        }
        return new Response(Bun.gzipSync(body), {
          headers: { ...fields, "content-encoding": "gzip" },
        });
      },
    },
  };
}
