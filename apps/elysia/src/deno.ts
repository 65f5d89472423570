import type { Listenable } from "@deadheat/adapter";
import type { AnyElysia } from "elysia";

/** What Elysia's documentation hands to Deno.serve. */
export function listenable(create: () => AnyElysia): Listenable {
  return { kind: "fetch", fetch: create().fetch };
}
