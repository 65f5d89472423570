import type { State } from "../view/data/state.ts";

/** Returns the change of state that a click or a choice asks for, or null. */
export function changeOf({ type, target }: Event): Partial<State> | null {
  if (!(target instanceof Element)) return null;
  if (target instanceof HTMLSelectElement) {
    return type === "change" ? { [target.dataset.select ?? ""]: target.value } : null;
  }
  const element = type === "change" ? target : target.closest("button");
  const change = element?.getAttribute("data-change") ?? null;
  return change === null ? null : (JSON.parse(change) as Partial<State>);
}

/** Reports whether the page is dark, by the reader's choice or the system's. */
export function isDark({ theme }: State): boolean {
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
