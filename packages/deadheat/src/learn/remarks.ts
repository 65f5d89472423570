import type { Warning } from "@deadheat/journal";
import { comparedShare, variedIn } from "../response/form.ts";
import type { LearnedResponse } from "./expected.ts";

interface NamedResponse {
  readonly server: string;
  readonly response: LearnedResponse;
}

/** Returns what the comparison of the responses to a request leaves out. */
export function remarksOn(
  request: string,
  ignored: readonly string[],
  responses: readonly NamedResponse[],
  ids: readonly string[],
): Warning[] {
  const remarks: Warning[] = [];
  const all = responses.map(({ response }) => response);
  const forms = all.flatMap(({ form }) => form ?? []);
  if (forms.length < all.length) {
    const sizes = all.flatMap(({ expected }) => expected.lengths ?? []);
    const least = Math.min(...sizes.map((one) => one.least));
    const most = Math.max(...sizes.map((one) => one.most));
    remarks.push({ code: "sizes-only", facts: { request, least, most } });
  }
  if (ignored.length > 0) {
    remarks.push({ code: "ignored", facts: { request, places: [...ignored] } });
  }
  const places = [...new Set(forms.flatMap(variedIn))];
  if (places.length > 0) {
    // A text has places that are different in each server. A path of JSON means the same in all.
    const quoted = forms.some(({ kind }) => kind === "text");
    remarks.push({ code: "not-compared", facts: { request, places, quoted } });
  }
  const share = Math.min(...forms.map(comparedShare));
  if (share < 0.5) remarks.push({ code: "little-compared", facts: { request, share } });
  const [id] = ids;
  if (id !== undefined) {
    const middle = id.indexOf("/");
    const example = [id.slice(0, middle), id.slice(middle + 1)];
    const facts = { request, places: ids.length, example };
    remarks.push({ code: "masked", facts });
  }
  return [...remarks, ...sizesOf(request, responses)];
}

/** Returns a warning if two servers send the same content in other encodings or sizes. */
function sizesOf(request: string, responses: readonly NamedResponse[]): Warning[] {
  const [base, next] = responses;
  if (base === undefined || next === undefined) return [];
  const [a, b] = [base.response, next.response];
  const close = Math.abs(a.bytes - b.bytes) <= Math.max(a.bytes, b.bytes) / 100;
  const vary = a.sizesVary || b.sizesVary;
  const encoded = a.encoding !== "" || b.encoding !== "";
  if (a.encoding === b.encoding && (close || (vary && !encoded))) return [];
  const of = ({ server, response: { bytes, encoding } }: NamedResponse) => {
    return { server, bytes, encoding };
  };
  return [{ code: "response-sizes", facts: { request, base: of(base), new: of(next) } }];
}
