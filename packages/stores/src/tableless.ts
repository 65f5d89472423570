import type { AsyncStore } from "@deadheat/handlers";

/** What a store without tables answers when it is asked for rows. */
export function tableless(name: string): Pick<AsyncStore, "row" | "rows" | "fortunes"> {
  const reject = () => Promise.reject(new Error(`${name} has no tables`));
  return { row: reject, rows: reject, fortunes: reject };
}
