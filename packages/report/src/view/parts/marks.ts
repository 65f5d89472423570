import type { Cell } from "@deadheat/judge";
import { runtimes, type Runtime } from "@deadheat/journal";
import { h, type Child, type Element } from "./element.ts";

// Each runtime has a shape as well as a colour: circle, square, triangle.

export const runtimeName: Readonly<Record<Runtime, string>> = {
  node: "Node",
  bun: "Bun",
  deno: "Deno",
};

const shapes: Readonly<Record<Runtime, Element>> = {
  node: h("circle", { r: 5 }),
  bun: h("rect", { x: -4.5, y: -4.5, width: 9, height: 9 }),
  deno: h("path", { d: "M0-5.8 5.6 4.4H-5.6z" }),
};

/** Returns the shapes that `mark` uses. The page holds them once. */
export function shapeDefinitions(): Element {
  const groups = runtimes.map((runtime) => h("g", { id: `m-${runtime}` }, shapes[runtime]));
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

/** Returns the shapes of the runtimes, which do not rely on colour. */
export function runtimeKey(nameOf: (runtime: Runtime) => Child = iconAndName): Element {
  return h(
    "p",
    { class: "key" },
    runtimes.map((runtime) => h("span", {}, nameOf(runtime))),
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
