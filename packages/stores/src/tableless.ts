import type { AsyncStore } from "@deadheat/handlers";

/** Returns the queries of a store without tables, which reject. */
export function tableless(name: string): Pick<AsyncStore, "row" | "rows" | "fortunes"> {
  const reject = () => Promise.reject(new Error(`${name} has no tables`));
  return { row: reject, rows: reject, fortunes: reject };
}
