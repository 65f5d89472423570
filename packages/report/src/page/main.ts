import type { PageData } from "../view/data/page-data.ts";
import { formatState, parseState, type State } from "../view/data/state.ts";
import { changeOf } from "./events.ts";
import { render } from "./render.ts";
import { loadData } from "./load.ts";

/** Takes over from the static page. A state then decides what the page shows. */
function start(data: PageData): void {
  let state: State = parseState(location.hash, data);
  const show = (next: State): void => {
    state = next;
    const fragment = formatState(state, data);
    if (fragment !== location.hash) {
      const here = location.pathname + location.search;
      history.replaceState(null, "", fragment === "" ? here : fragment);
    }
    render(data, state, (change) => show({ ...state, ...change }));
  };
  for (const event of ["click", "change"]) {
    document.addEventListener(event, (happened) => {
      const change = changeOf(happened);
      if (change) show({ ...state, ...change });
    });
  }
  addEventListener("hashchange", () => {
    // A link within the page has no state.
    if (location.hash === "" || location.hash.includes("=")) show(parseState(location.hash, data));
  });
  // The button names the other theme.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(state));
  show(state);
}

void loadData<PageData>().then(start);
