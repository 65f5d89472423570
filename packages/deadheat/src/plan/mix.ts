import { MIX } from "@deadheat/judge";
import { UsageError } from "@deadheat/journal";
import type { ReadRequest } from "../config/read-requests.ts";

export type MixedRequest = ReadRequest & { readonly share: number };

export function isInMix(request: ReadRequest): request is MixedRequest {
  return request.share !== null;
}

/** The methods that read only (RFC 9110, section 9.2.1). */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Returns the places of the requests in groups. All requests of a mix that only read are answered by the same two processes in
 * a round, as a service answers them, which takes far less time than two processes for each. What a request writes would change
 * the work of the others, so such a request has processes of its own, and so has every request outside of a mix.
 */
export function groupsOf(requests: readonly ReadRequest[]): readonly (readonly number[])[] {
  const places = [...requests.keys()];
  const isShared = (i: number) => {
    const one = requests[i] as ReadRequest;
    return isInMix(one) && SAFE.has(one.request.method);
  };
  const shared = places.filter(isShared);
  const alone = places.filter((i) => !isShared(i)).map((i) => [i]);
  return shared.length > 0 ? [shared, ...alone] : alone;
}

/**
 * Returns the requests of the mix, those that have a share; null if none has.
 * @throws UsageError if only one request has a share, or a request has the name of the mix
 */
export function mixOf(requests: readonly ReadRequest[]): readonly MixedRequest[] | null {
  const mixed = requests.filter(isInMix);
  if (mixed.length === 0) return null;
  if (mixed.length === 1) {
    throw new UsageError(
      `Only ${mixed[0]?.name} has a share. A mix needs at least two requests with one`,
    );
  }
  if (requests.some(({ name }) => name === MIX)) {
    throw new UsageError(
      `A request is named "${MIX}", as the mix of all requests is. Give it another name`,
    );
  }
  return mixed;
}
