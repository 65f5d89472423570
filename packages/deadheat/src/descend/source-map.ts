/** The comment with the address of a source map, or with the map itself. Every build changes it, and it does not run. */
const COMMENT = /^[ \t]*\/[/*][#@][ \t]*sourceMappingURL=.*$/gm;

/** Returns a text with the source map of another one, so that a new map is no difference of the two. */
export function withMapOf(text: string, other: string): string {
  const map = other.match(COMMENT)?.at(-1);
  return map === undefined ? text : text.replace(COMMENT, () => map);
}
