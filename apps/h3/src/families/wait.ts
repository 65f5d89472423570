import { wait } from "@deadheat/handlers";
import { getRouterParam, type H3 } from "h3";

export function serve(h3: H3): void {
  h3.get(wait.pattern, (event) => wait.handle(getRouterParam(event, "id") ?? ""));
}
