import {
  amountWords,
  moreWords,
  unitOf,
  type Explained,
  type Stack,
} from "../../content/explained.ts";
import { h, type Element } from "../parts/element.ts";

/** The part of an explanation that the picture needs. */
export interface Drawn extends Pick<Explained, "metric" | "functions" | "whole"> {
  readonly stacks: readonly Stack[];
}

/** A frame of the flame graph. Lengths are shares of the whole width. */
export interface Frame {
  /** The indexes from the first stack to this one, such as `0.3.1`; empty for the whole. */
  readonly path: string;
  readonly stack: Stack;
  readonly depth: number;
  readonly from: number;
  readonly width: number;
}

const ROW = 20;
const SMALLEST = 0.0007;

/** Returns the whole as a stack that calls all others. */
export function wholeOf({ stacks }: Pick<Drawn, "stacks">): Stack {
  const sum = (of: "base" | "new") => stacks.reduce((all, stack) => all + stack[of], 0);
  return { function: -1, base: sum("base"), new: sum("new"), calls: [...stacks] };
}

/** Returns the stack at a path; the whole if there is none. */
export function stackAt(whole: Stack, path: string): Stack {
  const steps = path === "" ? [] : path.split(".").map(Number);
  return steps.reduce<Stack>((stack, step) => stack.calls[step] ?? stack, whole);
}

/** Returns the frames of a zoomed picture: the path to the zoomed frame at full width, and all that it calls. */
export function framesOf(whole: Stack, zoom: string): Frame[] {
  const frames: Frame[] = [];
  const steps = zoom === "" ? [] : zoom.split(".");
  let depth = 0;
  for (; depth < steps.length; depth++) {
    const path = steps.slice(0, depth).join(".");
    frames.push({ path, stack: stackAt(whole, path), depth, from: 0, width: 1 });
  }
  const place = (path: string, stack: Stack, at: number, from: number, width: number): void => {
    frames.push({ path, stack, depth: at, from, width });
    const own = sizeOf(stack);
    let next = from;
    for (const [i, call] of stack.calls.entries()) {
      const share = own === 0 ? 0 : (sizeOf(call) / own) * width;
      if (share >= SMALLEST)
        place(path === "" ? `${i}` : `${path}.${i}`, call, at + 1, next, share);
      next += share;
    }
  };
  place(zoom, stackAt(whole, zoom), depth, 0, 1);
  return frames;
}

/** Returns the size of a frame, to which both servers add, so that a function of one of them is seen too. */
function sizeOf({ base, new: next }: Stack): number {
  return base + next;
}

/** The choices of a reader. */
export interface State {
  readonly zoom: string;
  readonly search: string;
  /** The frame that the keyboard is at. */
  readonly current: string;
}

interface Picture extends State {
  readonly drawn: Drawn;
  readonly pixels: number;
}

/** Returns the flame graph: callers above, callees below; red where the new server takes more, blue where it takes less. */
export function flameGraph({ drawn, zoom, search, current, pixels }: Picture): Element {
  const whole = wholeOf(drawn);
  const unit = unitOf(drawn);
  const frames = framesOf(whole, zoom);
  const rows = Math.max(...frames.map(({ depth }) => depth)) + 1;
  const largest = Math.max(...whole.calls.map((call) => Math.abs(call.new - call.base)), 1e-12);
  const focused = frames.some(({ path }) => path === current) ? current : zoom;
  const found = search.toLowerCase();
  const draw = ({ path, stack, depth, from, width }: Frame): Element => {
    const name = nameOf(drawn, stack);
    const [x, w] = [from * pixels, Math.max(0.5, width * pixels - 1)];
    const label = `${name}: base ${amountWords(stack.base, unit)}, new ${amountWords(stack.new, unit)}, ${moreWords(stack.new - stack.base, unit)} ${unit.symbol}${unit.per}`;
    const hit = found !== "" && name.toLowerCase().includes(found);
    return h(
      "g",
      {
        class: `frame ${heat(stack.new - stack.base, largest)}${hit ? " hit" : ""}`,
        role: "button",
        tabindex: path === focused ? 0 : -1,
        "data-frame": path,
        id: `frame-${path}`,
      },
      h("title", {}, label),
      h("rect", { x: x.toFixed(1), y: depth * ROW, width: w.toFixed(1), height: ROW - 1, rx: 2 }),
      w < 26
        ? null
        : h(
            "text",
            { x: (x + 4).toFixed(1), y: depth * ROW + 14, "aria-hidden": "true" },
            fitting(name, (w - 8) / 6.7),
          ),
    );
  };
  return h(
    "svg",
    {
      class: "flame",
      role: "group",
      "aria-label": "Flame graph",
      width: pixels,
      height: rows * ROW,
      viewBox: `0 0 ${pixels} ${rows * ROW}`,
    },
    frames.map(draw),
  );
}

export function nameOf({ functions }: Pick<Explained, "functions">, stack: Stack): string {
  return stack.function === -1 ? "all" : (functions[stack.function]?.name ?? "");
}

const STEPS = 4;

/** Returns `more-1` to `more-4`, `less-1` to `less-4`, or `same`. */
function heat(difference: number, largest: number): string {
  const share = Math.min(1, Math.abs(difference) / largest);
  // Small differences are still seen: the steps grow with the square root.
  const step = Math.round(STEPS * Math.sqrt(share));
  return step === 0 ? "same" : `${difference > 0 ? "more" : "less"}-${step}`;
}

function fitting(text: string, characters: number): string {
  const most = Math.floor(characters);
  return text.length <= most ? text : most < 2 ? "" : `${text.slice(0, most - 1)}…`;
}
