import {
  bytesWords,
  GROWTH_LABEL,
  growthRows,
  type Growth,
  type GrowthSide,
} from "../../content/growth.ts";
import { h, type Element } from "../parts/element.ts";
import { namedRow, scrolled, table } from "../parts/table.ts";
import { verdictView } from "./metrics.ts";

/** Returns the bytes that a request leaves behind: a row for each server, and one for the difference. */
export function growthTable(
  growth: Growth,
  names: { readonly base: string; readonly new: string },
  label: string,
): Element {
  const [row] = growthRows({ growth });
  const side = (name: string, of: GrowthSide) =>
    namedRow(h("b", { class: "name" }, name), [
      bytesWords(of.early),
      bytesWords(of.perResponse),
      `[${bytesWords(of.lo)}, ${bytesWords(of.hi)}]`,
      verdictView(of.verdict),
      "",
    ]);
  const rows = [
    side(names.base, growth.base),
    side(names.new, growth.new),
    namedRow(h("b", { class: "name" }, "difference"), [
      "",
      row?.change ?? "",
      row?.interval ?? "",
      verdictView(growth.difference.verdict),
      row?.limit ?? "",
    ]),
  ];
  const head = [
    `${GROWTH_LABEL}, per request`,
    "first half",
    "second half",
    "interval",
    "verdict",
    "limit",
  ];
  return scrolled(label, table(head, rows, "plain"));
}
