import type { Listenable } from "@deadheat/adapter";
import type { AnyElysia } from "elysia";

/** Serves by Deno.serve, as Elysia's documentation shows. */
export function listenable(create: () => AnyElysia): Listenable {
  return { kind: "fetch", fetch: create().fetch };
}
