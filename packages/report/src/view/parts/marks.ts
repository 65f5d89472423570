import type { Cell } from "@deadheat/judge";
import { eachRuntime, runtimeFacts, runtimes, type Runtime } from "@deadheat/journal";
import { h, type Child, type Element } from "./element.ts";

// Each runtime has a shape as well as a colour (packages/journal/src/runtimes).

export const runtimeName = eachRuntime((runtime) => runtimeFacts[runtime].label);

/** Returns the shapes that `mark` uses. The page holds them once. */
export function shapeDefinitions(): Element {
  const groups = runtimes.map((runtime) =>
    h("g", { id: `m-${runtime}` }, h(...runtimeFacts[runtime].look.shape)),
  );
  return h(
    "svg",
    { class: "defs", width: 0, height: 0, "aria-hidden": "true" },
    h("defs", {}, groups),
  );
}

/** Draws a runtime's shape in an SVG of the caller's. The style sheet puts it at half the SVG's height. */
export function mark(runtime: Runtime, x: string): Element {
  return h("use", { href: `#m-${runtime}`, x });
}

/** Returns the shape before a name. The style sheet cuts it out of the runtime's colour. */
export function icon(runtime: Runtime): Element {
  return h("i", { class: runtime });
}

/** Returns the shapes of some runtimes, which do not rely on colour. */
export function runtimeKey(
  on: readonly Runtime[],
  nameOf: (runtime: Runtime) => Child = iconAndName,
): Element {
  return h(
    "p",
    { class: "key" },
    on.map((runtime) => h("span", {}, nameOf(runtime))),
  );
}

function iconAndName(runtime: Runtime): Child {
  return [icon(runtime), runtimeName[runtime]];
}

/** Returns `hono/bun` with its runtime's shape. A line may break after the framework. */
export function targetName({ target, framework, runtime }: TargetName): Element {
  const rest = target.slice(framework.length);
  return h("b", { class: "name" }, icon(runtime), framework, h("wbr"), h("span", {}, rest));
}

export type TargetName = Pick<Cell, "target" | "framework" | "runtime">;
