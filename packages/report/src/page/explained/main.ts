import {
  flameGraph,
  framesOf,
  nameOf,
  stackAt,
  wholeOf,
  type Drawn,
  type State,
} from "../../view/explained/flame.ts";
import { functionsTable } from "../../view/explained/functions.ts";
import { amountWords, moreWords, unitOf } from "../../content/explained.ts";
import { toHtml, type Child } from "../../view/parts/element.ts";

const element = (id: string) => document.getElementById(id) as HTMLElement;

/** Replaces the content of an element, with all text escaped. Restores the focus. */
function replace(own: HTMLElement, content: Child): void {
  const focused = document.activeElement?.id;
  own.innerHTML = toHtml(content);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Reads the page's data, which are deflated JSON in base64. */
async function readData(): Promise<Drawn> {
  const base64 = document.getElementById("data")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).json()) as Drawn;
}

/** Draws the page and follows the reader: zoom by click or Enter, arrows between frames, Escape for the whole. */
function start(drawn: Drawn): void {
  let state: State = { zoom: "", search: "", current: "" };
  const whole = wholeOf(drawn);
  const unit = unitOf(drawn);
  const show = (change: Partial<State>): void => {
    state = { ...state, ...change };
    const pixels = Math.max(200, element("flame").clientWidth);
    replace(element("flame"), flameGraph({ ...state, drawn, pixels }));
    const stack = stackAt(whole, state.zoom);
    replace(element("functions"), functionsTable(drawn, stack));
    element("where").textContent =
      `${nameOf(drawn, stack)}: ${amountWords(stack.base, unit)} ${unit.symbol} in the base, ` +
      `${amountWords(stack.new, unit)} ${unit.symbol} in the new server, ` +
      `${moreWords(stack.new - stack.base, unit)} ${unit.symbol}`;
    (element("whole") as HTMLButtonElement).disabled = state.zoom === "";
  };
  const frameOf = (target: EventTarget | null) =>
    target instanceof Element
      ? (target.closest("[data-frame]")?.getAttribute("data-frame") ?? null)
      : null;

  document.addEventListener("click", ({ target }) => {
    const frame = frameOf(target);
    if (frame !== null) return show({ zoom: frame, current: frame });
    if (!(target instanceof Element)) return;
    if (target.id === "whole") return show({ zoom: "", current: "" });
    const name = target.closest("[data-search]")?.getAttribute("data-search");
    if (name === undefined || name === null) return;
    (element("search") as HTMLInputElement).value = name;
    show({ search: name });
  });
  element("search").addEventListener("input", ({ target }) =>
    show({ search: (target as HTMLInputElement).value }),
  );
  document.addEventListener("keydown", (event) => {
    const frame = frameOf(event.target);
    if (frame === null) return;
    const next = moved(event.key, frame);
    if (event.key === "Enter" || event.key === " ") show({ zoom: frame, current: frame });
    else if (event.key === "Escape") show({ zoom: "", current: "" });
    else if (next !== null) show({ current: next });
    else return;
    event.preventDefault();
    document.getElementById(`frame-${state.current}`)?.focus();
  });
  /** Returns the frame to which an arrow leads; null if there is none. */
  const moved = (key: string, path: string): string | null => {
    const frames = framesOf(whole, state.zoom);
    const parent = path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "";
    const here = frames.find((frame) => frame.path === path);
    if (key === "ArrowUp") return path === "" ? null : parent;
    if (key === "ArrowDown") {
      const depth = (here?.depth ?? 0) + 1;
      return (
        frames.find(
          (one) => one.depth === depth && (path === "" || one.path.startsWith(`${path}.`)),
        )?.path ?? null
      );
    }
    if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
    const row = frames.filter(({ depth }) => depth === here?.depth);
    const at = row.findIndex((frame) => frame.path === path);
    return row[at + (key === "ArrowLeft" ? -1 : 1)]?.path ?? null;
  };
  addEventListener("resize", () => show({}));
  show({});
}

void readData().then(start);
