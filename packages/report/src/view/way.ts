import { shareWords, type WayRow } from "../content/way.ts";
import { h, type Element } from "./parts/element.ts";
import { span, scaleOf } from "./parts/scale.ts";

/** A share far above 1 would leave no room for the others. */
const WIDEST = 1.4;

/** Draws the way down: a step under the other, each with its share of the difference, and each proof under its step. */
export function wayView(label: string, rows: readonly WayRow[]): Element {
  const ends = rows.map(({ share }) => Math.min(WIDEST, share.hi ?? share.share));
  const { at } = scaleOf([1, ...ends]);
  const steps = rows.map((row) => {
    const { level, found, note, share } = row;
    const classes = ["way-step", row.isProof && "proof", row.isAside && "aside"];
    const { lo, hi } = share;
    const drawn = h(
      "svg",
      { "aria-hidden": "true" },
      h("line", { class: "whole", x1: at(1), x2: at(1), y2: "100%" }),
      h("rect", { class: "share", width: at(Math.max(0, share.share)) }),
      lo !== null && hi !== null && lo < hi && span("inner", lo, hi, at),
    );
    return h(
      "li",
      { class: classes.filter(Boolean).join(" ") },
      h("span", { class: "level" }, level),
      h("b", { class: "name" }, found),
      drawn,
      h("span", { class: "words" }, [shareWords(share), note].filter(Boolean).join(", ")),
    );
  });
  return h("ol", { class: "way", "aria-label": label }, steps);
}
