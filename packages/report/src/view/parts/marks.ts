import { h, type Element } from "./element.ts";
import { runtimes, type Runtime } from "../data/page-data.ts";

// A runtime is told by its shape as well as by its colour: circle, square, triangle.

export const runtimeName: Readonly<Record<Runtime, string>> = {
  node: "Node",
  bun: "Bun",
  deno: "Deno",
};

const shapes: Readonly<Record<Runtime, () => Element>> = {
  node: () => h("circle", { r: 5 }),
  bun: () => h("rect", { x: -4.5, y: -4.5, width: 9, height: 9 }),
  deno: () => h("path", { d: "M0-5.8 5.6 4.4H-5.6z" }),
};

/** The shapes, to be used by `mark`; once in the page. */
export function shapeDefinitions(): Element {
  return h(
    "svg",
    { class: "defs", width: 0, height: 0, "aria-hidden": "true" },
    h(
      "defs",
      {},
      runtimes.map((runtime) => h("g", { id: `m-${runtime}`, class: runtime }, shapes[runtime]())),
    ),
  );
}

/** The shape itself, within an SVG of the caller's; the style sheet puts it at half its height. */
export function mark(runtime: Runtime, x: string): Element {
  return h("use", { href: `#m-${runtime}`, x });
}

/** The shape before a name; the style sheet cuts it out of the runtime's colour. */
export function icon(runtime: Runtime): Element {
  return h("i", { class: runtime });
}

/** `hono/bun` with its runtime's shape, breaking after the framework where there is no room. */
export function targetName(target: string, framework: string, runtime: Runtime): Element {
  const rest = target.slice(framework.length);
  return h("b", { class: "name" }, icon(runtime), framework, h("wbr"), h("span", {}, rest));
}
