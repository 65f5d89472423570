import { runtimes } from "@deadheat/journal";
import { h, type Element } from "./parts/element.ts";
import { icon, runtimeName } from "./parts/marks.ts";

/** Returns the form that filters the rows of tables by target. Without a script it stays hidden. */
export function filterForm(): Element {
  return h(
    "form",
    { class: "only", hidden: true },
    h(
      "label",
      {},
      "Only these frameworks: ",
      h("input", { name: "only", type: "search", placeholder: "hono, express" }),
    ),
    runtimes.map((value) =>
      h(
        "label",
        {},
        h("input", { type: "checkbox", name: "runtime", value, checked: true }),
        " ",
        icon(value),
        runtimeName[value],
      ),
    ),
    h("output", {}),
  );
}
