import type { Fortune, Row } from "./store.ts";

/** The value of the key in Redis and of `SELECT 'Hello World!' AS text`. */
export const HELLO = "Hello World!";
/** The key in a Redis of our own. In the user's Redis, each run has another one. */
export const HELLO_KEY = "deadheat:hello";

/**
 * The first and the last id of the table `world`: 10,000 rows with ids of five digits and numbers of four. So all rows
 * have the same length in a response, and its length can be checked to the byte.
 */
export const FIRST_ID = 10_000;
export const LAST_ID = 19_999;

/** Returns the content of a row: a number that is hard to guess, but the same in every seeding. */
export function seededRow(id: number): Row {
  return { id, randomNumber: 1000 + ((id * 7919 + 104_729) % 9000) };
}

/** Returns all rows of the table `world`. */
export function seededRows(): Row[] {
  return Array.from({ length: LAST_ID - FIRST_ID + 1 }, (_, i) => seededRow(FIRST_ID + i));
}

/** The table `fortune` of TechEmpower's specification, including a script and Japanese. */
export const seededFortunes: readonly Fortune[] = [
  "fortune: No such file or directory",
  "A computer scientist is someone who fixes things that aren't broken.",
  "After enough decimal places, nobody gives a damn.",
  "A bad random number generator: 1, 1, 1, 1, 1, 4.33e+67, 1, 1, 1",
  "A computer program does what you tell it to do, not what you want it to do.",
  "Emacs is a nice operating system, but I prefer UNIX. — Tom Christaensen",
  "Any program that runs right is obsolete.",
  "A list is only as strong as its weakest link. — Donald Knuth",
  "Feature: A bug with seniority.",
  "Computers make very fast, very accurate mistakes.",
  '<script>alert("This should not be displayed in a browser alert box.");</script>',
  "フレームワークのベンチマーク",
].map((message, i) => ({ id: i + 1, message }));
