import type { Bisected, BisectedTried } from "@deadheat/judge";
import { drawnInterval, verticalScale } from "../history/scales.ts";
import { tickWords } from "../view/parts/change-scale.ts";
import { h, type Child, type Element } from "../view/parts/element.ts";

const WIDTH = 1000;
const HEIGHT = 300;
const LEFT = 60;
const RIGHT = WIDTH - 20;
const TOP = 20;
const BOTTOM = HEIGHT - 40;

/** Draws a search: candidates along the line, with CPU time per request relative to the base, and the changes. */
export function bisectedPicture(bisected: Bisected): Element {
  const { tried, line, changes, base } = bisected;
  const shown = tried.filter(({ measured, at }) => measured !== null || at === 0);
  const ends = shown.flatMap(({ measured }) =>
    measured === null ? [] : Object.values(drawnInterval(measured)),
  );
  const { ticks, y } = verticalScale(ends, TOP, BOTTOM);
  const last = Math.max(1, line.candidates - 1);
  const x = (at: number) => LEFT + (at / last) * (RIGHT - LEFT);
  const label = (text: string, at: number, top: number, anchor: string, kind = "label") =>
    h("text", { class: kind, x: at, y: top, "text-anchor": anchor }, text);
  return h(
    "svg",
    {
      class: "search",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `CPU time per request relative to ${base.name}; the table below has the numbers`,
    },
    ticks.map((tick) => [
      h("line", { class: "tick", x1: LEFT, x2: RIGHT, y1: y(tick), y2: y(tick) }),
      label(tickWords(tick), LEFT - 8, y(tick) + 4, "end"),
    ]),
    changes.map(({ from, to, candidate }) => {
      const share = to / last;
      const anchor = share < 0.1 ? "start" : share > 0.9 ? "end" : "middle";
      const width = Math.max(2, x(to) - x(from));
      return [
        h("rect", { class: "step", x: x(from), y: TOP, width, height: BOTTOM - TOP }),
        label(candidate.name, (x(from) + x(to)) / 2, BOTTOM + 30, anchor, "name"),
      ];
    }),
    tried.map(
      ({ skipped, at, candidate }) =>
        skipped !== null &&
        h(
          "path",
          { class: "skipped", d: `M${x(at) - 4} ${BOTTOM - 4}l8 8m0 -8l-8 8` },
          h("title", {}, `${candidate.name}: not measured`),
        ),
    ),
    shown.map((one) => pointAt(one, x(one.at), y)),
    label(base.name, x(0), BOTTOM + 16, "start"),
    label(bisected.new.name, x(last), BOTTOM + 16, "end"),
  );
}

function pointAt(
  { candidate, measured, place }: BisectedTried,
  x: number,
  y: (ratio: number) => number,
): Child {
  const own = measured ?? { ratio: 1, lo: 1, hi: 1 };
  const numbers = [own.ratio, own.lo, own.hi].map((one) => one.toFixed(3));
  const { lo, hi } = drawnInterval(own);
  return h(
    "g",
    { class: place ?? "end" },
    h("title", {}, `${candidate.name}: ${numbers[0]} [${numbers[1]}, ${numbers[2]}]`),
    h("line", { x1: x, x2: x, y1: y(lo), y2: y(hi) }),
    h("circle", { cx: x, cy: y(own.ratio), r: 5 }),
  );
}
