import { HELLO_KEY } from "@deadheat/handlers";

/**
 * Returns the address of a Redis, and the key to read there: the fragment, because runs that share a server have a key each.
 */
export function readRedisAddress(address: string): { url: string; key: string } {
  const [url = "", key = HELLO_KEY] = address.split("#");
  return { url, key };
}
