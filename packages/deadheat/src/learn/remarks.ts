import type { Warning } from "@deadheat/journal";
import { comparedShare, variedIn } from "../response/form.ts";
import type { LearnedResponse } from "./expected.ts";

const MOST = 5;

export interface NamedResponse {
  readonly server: string;
  readonly response: LearnedResponse;
}

export function remarksOn(
  request: string,
  ignored: readonly string[],
  responses: readonly NamedResponse[],
  ids: readonly string[],
): Warning[] {
  const remarks: Warning[] = [];
  const say = (code: string, message: string) => remarks.push({ code, message });
  const all = responses.map(({ response }) => response);
  if (all.some(({ form }) => form === null)) {
    const sizes = all.flatMap(({ expected }) => expected.lengths ?? []);
    const [least, most] = [
      Math.min(...sizes.map((one) => one.least)),
      Math.max(...sizes.map((one) => one.most)),
    ];
    say(
      "not-compared",
      `Not compared: the bodies of ${request}. deadheat compares the status, the content type and the size ` +
        `(${bytes(least)} to ${bytes(most)} bytes in the mean)`,
    );
  }
  if (ignored.length > 0)
    say("not-compared", `Not compared in ${request}: ${listed(ignored)} (ignored)`);
  const varied = new Set(all.flatMap(({ form }) => (form === null ? [] : variedIn(form))));
  if (varied.size > 0) {
    say(
      "not-compared",
      `Not compared in ${request}: ${listed([...varied])} (they change with every response)`,
    );
  }
  const share = Math.min(...all.flatMap(({ form }) => (form === null ? [] : comparedShare(form))));
  if (share < 0.5) {
    const percent = Math.floor(100 * share);
    say(
      "not-compared",
      `Only ${percent} % of the body of ${request} is the same in every response, and is compared`,
    );
  }
  const distinct = [...new Set(ids)];
  if (distinct.length > 0) {
    const [example = ""] = distinct;
    const places = ids.length === 1 ? "1 place" : `${ids.length} places`;
    say(
      "masked",
      `Masked as build ids in ${request}: ${places}, such as ${example.replace("/", " and ")}`,
    );
  }
  remarks.push(...sizesOf(request, responses));
  return remarks;
}

/** Returns a sentence if two servers send the same content in other encodings or sizes. */
function sizesOf(request: string, responses: readonly NamedResponse[]): Warning[] {
  const [base, next] = responses;
  if (base === undefined || next === undefined) return [];
  const [a, b] = [base.response, next.response];
  const close = Math.abs(a.bytes - b.bytes) <= Math.max(a.bytes, b.bytes) / 100;
  const vary = a.sizesVary || b.sizesVary;
  const encoded = a.encoding !== "" || b.encoding !== "";
  if (a.encoding === b.encoding && (close || (vary && !encoded))) return [];
  const of = ({ bytes: size, encoding }: LearnedResponse) =>
    `${bytes(size)}${encoding === "" ? "" : ` in ${encoding}`}`;
  const message =
    `The response to ${request} is ${of(a).replace(/^[\d,]+/, "$& bytes")} from ${base.server} and ${of(b)} from ` +
    next.server;
  return [{ code: "response-sizes", message }];
}

function bytes(size: number): string {
  return Math.round(size).toLocaleString("en-US");
}

function listed(places: readonly string[]): string {
  const shown = places.slice(0, MOST).join(", ");
  return places.length > MOST ? `${shown} and ${places.length - MOST} more` : shown;
}
