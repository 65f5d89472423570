import type { Fortune, Row } from "./store.ts";

/** What the key `deadheat:hello` holds, and what `SELECT 'Hello World!' AS text` gives. */
export const HELLO = "Hello World!";
export const HELLO_KEY = "deadheat:hello";

/**
 * The table `world`: 10,000 rows by ids of five digits, with numbers of four, so that every row is as
 * long as every other when it is sent, and a body's length can be checked to the byte.
 */
export const FIRST_ID = 10_000;
export const LAST_ID = 19_999;

/** What a row holds: numbers without an order that a reader would guess, the same in every seeding. */
export function seededRow(id: number): Row {
  return { id, randomNumber: 1000 + ((id * 7919 + 104_729) % 9000) };
}

/** Every row of the table `world`. */
export function seededRows(): Row[] {
  return Array.from({ length: LAST_ID - FIRST_ID + 1 }, (_, i) => seededRow(FIRST_ID + i));
}

/** The table `fortune`, as TechEmpower's specification gives it, script and Japanese included. */
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
