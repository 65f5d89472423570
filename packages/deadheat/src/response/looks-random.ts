/** Names whose value is an id of a build or of a response, before that value. `\\"b` is Next.js's name. */
const ID_NAME =
  /(?:__sveltekit_|build[-_]?id|deployment[-_]?id|nonce|integrity|hash|digest|csrf(?:[-_]?token)?|etag|\\"b)[\\"'`:=\s_-]{0,6}(?:sha\d{3}-)?$/i;

/** The rest of a file name whose middle may be a hash of the content. */
const ASSET =
  /^(?:[-_.][\w.-]{0,80})?\.(?:m?js|css|json|map|wasm|woff2?|png|jpe?g|svg|webp|avif|gif|ico)\b/;
const ASSET_PLACE =
  /(?:[-.][-_]{0,2}|(?:chunks?|immutable|assets|entry|nodes|_nuxt|_astro|static|build|dist|css|js|media|fonts|images)\/[-_]{0,2})$/;
const PLAIN_WORD = /^[A-Za-z]?[a-z]{1,10}$/;

/** An id, and one in base64 as `nonce` and `integrity` have it. */
const RUN = /^[\w-]{1,200}$/;
const BASE64 = /^[\w+/=-]{1,200}$/;
export const LEAST = 5;

/**
 * Returns whether two texts in the same place of two builds are ids that a build draws or computes, and no content. Both
 * must look random. An ordinary number or word never does: `100` and `99`, `page-2024` and `page-2025`.
 * @param before the text before both
 * @param after the text after both
 */
export function areIds(one: string, other: string, before: string, after: string): boolean {
  const isNamed = ID_NAME.test(before);
  const form = isNamed ? BASE64 : RUN;
  if (!form.test(one) || !form.test(other)) return false;
  const [short, long] = [one.length, other.length].toSorted((a, b) => a - b) as [number, number];
  if (long - short > Math.max(2, long / 4) || short < LEAST) return false;
  if (isNamed) return true;
  // A hash has the same length in all builds, and hardly ever letters alone.
  if (short === long && short > LEAST && ASSET.test(after) && ASSET_PLACE.test(before)) {
    return !PLAIN_WORD.test(one) || !PLAIN_WORD.test(other);
  }
  return looksRandom(one) && looksRandom(other);
}

export const isNumber = (text: string) => /^\d+$/.test(text);

/** Returns whether the text between these two is where builds write ids. */
export function isIdPlace(before: string, after: string): boolean {
  return ID_NAME.test(before) || (ASSET.test(after) && ASSET_PLACE.test(before));
}

/** Returns whether one of the words in a text has no form that people write. */
function looksRandom(text: string): boolean {
  return text.split(/[^A-Za-z0-9]+/).some(isIrregular);
}

/** Words, CamelCase, constants, and words with a number behind them, such as `item10`. */
const REGULAR = /^(?:[A-Za-z]?[a-z]*(?:[A-Z][a-z]+)*\d*|[A-Z]+\d*|\d+[A-Za-z]{0,3})$/;

/** Returns whether letters and digits have no form that people write: `CwIXZiya` and `9f2c41d0`, but not `useState` or `item10`. */
export function isIrregular(word: string): boolean {
  if (word.length < 6) return false;
  if (isNumber(word)) return word.length >= 10;
  if (REGULAR.test(word)) return false;
  const letters = word.match(/[A-Za-z]+/g) ?? [];
  // In `row1col2` every run of letters is a word.
  return word.length >= 12 || letters.some((run) => run.length <= 2) || isMixed(word);
}

function isMixed(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word);
}
