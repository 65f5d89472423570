import {
  type Explained,
  type ExplainedFunction,
  type Stack,
  amountWords,
  kindWords,
  limitsWords,
  moreWords,
  ownCost,
  unitOf,
  whereWords,
  type Unit,
} from "../../content/explained.ts";
import { h, type Element } from "../parts/element.ts";
import { table } from "../parts/table.ts";

/** A function, and its time in a part of the flame graph. */
interface Part {
  readonly of: ExplainedFunction;
  readonly base: number;
  readonly new: number;
}

const MOST_ROWS = 40;

type Shown = Pick<Explained, "functions" | "metric" | "whole">;

/**
 * Returns the table of the functions of a frame and of all that it calls, the largest difference first. The table of the
 * whole has the intervals too, and the named functions first.
 */
export function functionsTable(explained: Shown, stack: Stack): Element {
  if (stack.function === -1) return allFunctionsTable(explained);
  const parts = partsOf(stack, explained)
    .toSorted((a, b) => Math.abs(b.new - b.base) - Math.abs(a.new - a.base))
    .slice(0, MOST_ROWS);
  return rowsTable(parts, unitOf(explained), false);
}

/** Returns the table of the functions in the whole request. */
export function allFunctionsTable(explained: Shown): Element {
  const { functions } = explained;
  const rows = functions
    .slice(0, MOST_ROWS)
    .map((of) => ({ of, base: of.self.base, new: of.self.new }));
  return rowsTable(rows, unitOf(explained), true);
}

function rowsTable(rows: readonly Part[], unit: Unit, whole: boolean): Element {
  const head = [
    "function",
    "in",
    "kind",
    ...["base", "new", "change"].map((what) => `${what}, ${unit.symbol}`),
    ...(whole ? ["95 % interval"] : []),
  ];
  const lines = rows.map(({ base, new: next, of }) => {
    const told = of.named ? (next > base ? "more" : "less") : null;
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("button", { type: "button", class: "name", "data-search": of.name }, of.name),
        of.state === "both" ? null : ` (${of.state === "gone" ? "removed" : of.state})`,
      ),
      h("td", {}, whereWords(of)),
      h("td", {}, kindWords[of.kind]),
      [base, next].map((cost) => h("td", { class: "number" }, amountWords(cost, unit))),
      h("td", { class: `number ${told ?? ""}`.trim() }, moreWords(next - base, unit)),
      whole ? h("td", { class: "number" }, limitsWords(of.self, unit)) : null,
    );
  });
  return table(head, lines, "functions");
}

/** Returns the time that the functions of a part take themselves. */
function partsOf(stack: Stack, { functions }: Shown): Part[] {
  const parts = new Map<number, Part>();
  const visit = (at: Stack): void => {
    const of = functions[at.function] as ExplainedFunction;
    const { base = 0, new: next = 0 } = parts.get(at.function) ?? {};
    const [own, ownNew] = ownCost(at);
    parts.set(at.function, { of, base: base + own, new: next + ownNew });
    for (const call of at.calls) visit(call);
  };
  visit(stack);
  return [...parts.values()];
}
