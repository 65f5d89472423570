import { MIX } from "@deadheat/judge";
import { UsageError } from "@deadheat/journal";
import type { ReadRequest } from "../config/read-requests.ts";

export type MixedRequest = ReadRequest & { readonly share: number };

export function isInMix(request: ReadRequest): request is MixedRequest {
  return request.share !== null;
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
