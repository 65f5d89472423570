import { createHmac, timingSafeEqual } from "node:crypto";

/** The minimum length of a key. Turbo warns about shorter keys, and will reject them. */
export const KEY_BYTES = 32;

/**
 * Returns the signature of something that travels through a store that others can write: a cached artifact, or a message of
 * a fleet. Turbo signs its artifacts in the same way.
 * @param subject the name of what is signed, so that no signature fits something else
 */
export function signatureOf(key: string, subject: string, body: Buffer | string): string {
  return createHmac("sha256", key).update(subject).update(body).digest("base64");
}

/** Returns whether a signature is that of `body`, in a time that says nothing about it. */
export function isSigned(key: string, subject: string, body: string, signature: string): boolean {
  const [is, given] = [signatureOf(key, subject, body), signature].map((text) => Buffer.from(text));
  return is!.length === given!.length && timingSafeEqual(is!, given!);
}
