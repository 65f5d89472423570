import type { Bisected, BisectedTried } from "@deadheat/judge";
import { h, type Child, type Element } from "../view/parts/element.ts";
import { roundStep } from "../view/parts/scale.ts";

const WIDTH = 1000;
const HEIGHT = 300;
const ROOM = { left: 60, right: 20, top: 20, bottom: 40 } as const;

/** Returns the picture of a search: candidates along the line, with the ratio to the base end, and the steps that were found. */
export function bisectedPicture(bisected: Bisected): Element {
  const { tried, line, steps, base } = bisected;
  const shown = tried.filter(({ measured, at }) => measured !== null || at === 0);
  const values = shown.flatMap(({ measured }) =>
    measured === null ? [1] : [measured.lo, measured.hi],
  );
  const [least, most] = [Math.min(1, ...values), Math.max(1, ...values)];
  const room = Math.max(0.01, (most - least) * 0.08);
  const [bottom, top] = [least - room, most + room];
  const last = Math.max(1, line.candidates - 1);
  const x = (at: number) => ROOM.left + (at / last) * (WIDTH - ROOM.left - ROOM.right);
  const y = (ratio: number) =>
    ROOM.top + ((top - ratio) / (top - bottom)) * (HEIGHT - ROOM.top - ROOM.bottom);
  return h(
    "svg",
    {
      class: "search",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `Ratios to ${base.name} along the line; the table below has them`,
    },
    ticksOf(bottom, top).map((tick) => [
      h("line", {
        class: tick === 1 ? "one" : "tick",
        x1: ROOM.left,
        x2: WIDTH - ROOM.right,
        y1: y(tick),
        y2: y(tick),
      }),
      h(
        "text",
        { class: "label", x: ROOM.left - 8, y: y(tick) + 4, "text-anchor": "end" },
        String(Number(tick.toFixed(3))),
      ),
    ]),
    steps.map(({ from, to, candidate }) => [
      h("rect", {
        class: "step",
        x: x(from),
        y: ROOM.top,
        width: Math.max(2, x(to) - x(from)),
        height: HEIGHT - ROOM.top - ROOM.bottom,
      }),
      h(
        "text",
        {
          class: "name",
          x: (x(from) + x(to)) / 2,
          y: HEIGHT - ROOM.bottom + 30,
          "text-anchor": anchorOf(to / last),
        },
        candidate.name,
      ),
    ]),
    tried.flatMap((one) =>
      one.skipped === null
        ? []
        : [
            h(
              "path",
              { class: "skipped", d: crossAt(x(one.at), HEIGHT - ROOM.bottom) },
              h("title", {}, `${one.candidate.name}: skipped`),
            ),
          ],
    ),
    shown.map((one) => pointAt(one, x(one.at), y)),
    [0, last].map((at) =>
      h(
        "text",
        {
          class: "label",
          x: x(at),
          y: HEIGHT - ROOM.bottom + 16,
          "text-anchor": at === 0 ? "start" : "end",
        },
        at === 0 ? base.name : bisected.new.name,
      ),
    ),
  );
}

function anchorOf(share: number): string {
  return share < 0.1 ? "start" : share > 0.9 ? "end" : "middle";
}

function pointAt(
  { candidate, measured, place }: BisectedTried,
  x: number,
  y: (ratio: number) => number,
): Child {
  const { ratio, lo, hi } = measured ?? { ratio: 1, lo: 1, hi: 1 };
  return h(
    "g",
    { class: place ?? "end" },
    h("title", {}, `${candidate.name}: ${ratio.toFixed(3)} [${lo.toFixed(3)}, ${hi.toFixed(3)}]`),
    h("line", { x1: x, x2: x, y1: y(lo), y2: y(hi) }),
    h("circle", { cx: x, cy: y(ratio), r: 5 }),
  );
}

function crossAt(x: number, y: number): string {
  return `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`;
}

/** Returns about six round values between two ratios, with 1 among them. */
function ticksOf(bottom: number, top: number): number[] {
  const each = roundStep((top - bottom) / 6);
  const first = Math.ceil((bottom - 1) / each);
  const last = Math.floor((top - 1) / each);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => 1 + (first + i) * each);
}
