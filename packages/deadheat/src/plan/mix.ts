import { MIX } from "@deadheat/judge";
import { UsageError } from "@deadheat/journal";
import type { ReadRequest } from "../config/read-requests.ts";

export type MixedRequest = ReadRequest & { readonly share: number };

export function isInMix(request: ReadRequest): request is MixedRequest {
  return request.share !== null;
}

/** The methods that read only (RFC 9110, section 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export function isReading({ request }: Pick<ReadRequest, "request">): boolean {
  return SAFE.has(request.method);
}

/**
 * Returns the places of the requests in groups. In each round the same two processes answer all requests of a mix that only
 * read. A service does so too, and two processes for each request would take far longer. What a request writes would change
 * the work of the others, so two processes answer only that request. The same holds for every request outside of a mix.
 */
export function groupsOf(requests: readonly ReadRequest[]): readonly (readonly number[])[] {
  const places = [...requests.keys()];
  const isShared = (i: number) => {
    const one = requests[i] as ReadRequest;
    return isInMix(one) && isReading(one);
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
