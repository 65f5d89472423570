/** Returns null: no client of a database runs here. */
export function openStore(): null {
  return null;
}
