import type { State } from "../data/state.ts";
import { h, type Attributes, type Child, type Element } from "./element.ts";

/** Returns a button that changes the page's state. Its `data-change` holds the change as JSON. */
export function button(
  id: string,
  change: Partial<State>,
  label: Child,
  attributes: Attributes = {},
): Element {
  return h("button", { type: "button", id, ...changes(change), ...attributes }, label);
}

/** Returns the attribute of an element that changes the page's state, for a click or a choice. */
export function changes(change: Partial<State>): Attributes {
  return { "data-change": JSON.stringify(change) };
}
