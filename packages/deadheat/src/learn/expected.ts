import { attempt, messageOf, UsageError } from "@deadheat/journal";
import { encodingsOf, excerpt, mediaTypeOf, type Answer, type Exchange } from "@deadheat/measure";
import { isDeepStrictEqual } from "node:util";
import type { ReadRequest } from "../config/read-requests.ts";
import { formOf, formProblem, type Form } from "../response/form.ts";
import { withoutIgnored } from "../response/ignore.ts";
import { canonical } from "../response/shapes.ts";

/** The response of one server to one request, as learned from samples. */
export interface LearnedResponse {
  readonly expected: Exchange["response"];
  /** The form of the bodies; null if any body is right. */
  readonly form: Form | null;
  /** The mean size of the bodies as sent, in bytes. */
  readonly bytes: number;
  /** The encodings in words: `gzip`; empty without an encoding. */
  readonly encoding: string;
  readonly sizesVary: boolean;
}

/**
 * Returns what a server's responses to a request must be like from now on.
 * @param where the server and the request, for messages
 * @throws UsageError if the samples have no common form
 */
export function learnedResponse(
  asked: ReadRequest,
  responses: readonly Answer[],
  where: string,
): LearnedResponse {
  const [first] = responses as readonly [Answer];
  const sizes = responses.map(({ bodyBytes }) => bodyBytes);
  const encoding = encodingsOf(first.headers).join(", ");
  const isAny = asked.expect.body === "any";
  const form = isAny ? null : learnedForm(asked, responses, where);
  const sizesVary = new Set(sizes).size > 1;
  const steady = !sizesVary && encoding === "" && !isAny && canonical(first.body) === first.body;
  const plain = new Set(responses.map(({ body }) => body)).size === 1 && asked.ignore.length === 0;
  return {
    expected: {
      status: first.status,
      mediaType: mediaTypeOf(first),
      body: first.body,
      ...((!plain || !steady || isAny) && {
        problemOf: checkOf(asked, form),
        quotesProblems: true,
      }),
      ...(!steady && { lengths: rangeOf(sizes, isAny) }),
    },
    form,
    bytes: sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
    encoding,
    sizesVary,
  };
}

function learnedForm(asked: ReadRequest, responses: readonly Answer[], where: string): Form {
  const bodies = responses.map(({ body }) => reduced(body, asked, where));
  const form = formOf(bodies);
  if (form !== null) return form;
  const [one = "", other = ""] = new Set(bodies);
  throw new UsageError(
    `${where} returns a different response each time, and the responses have no common form (${excerpt(one, 60)} and ` +
      `${excerpt(other, 60)}). Use --ignore for the part that varies, --request for another request, or expect: { body: "any" } in ` +
      "deadheat.config to compare no bodies",
  );
}

/** @throws UsageError if a pattern takes too long on this body */
function reduced(body: string, { ignore }: ReadRequest, where: string): string {
  try {
    return withoutIgnored(body, ignore);
  } catch (error) {
    throw new UsageError(`${where}: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns the check of bodies under load. Of any body it requires that it is not empty, unless the samples are. */
function checkOf({ ignore }: ReadRequest, form: Form | null) {
  return (body: string): string | null => {
    if (form === null) return null;
    try {
      return formProblem(withoutIgnored(body, ignore), form);
    } catch (error) {
      return messageOf(error);
    }
  };
}

/**
 * Returns the range in which the mean size of many bodies must lie. A random number varies by some characters, a streaming
 * compressor by some bytes.
 * @param isAny true if bodies are not compared; then any size counts that is not far from those of the samples
 */
function rangeOf(sizes: readonly number[], isAny: boolean): { least: number; most: number } {
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const slack = isAny ? most : Math.max(16, 2 * (most - least), Math.ceil(most / 100));
  const lowest = least === 0 ? 0 : isAny ? Math.ceil(least / 2) : 1;
  return { least: isAny ? lowest : Math.max(lowest, least - slack), most: most + slack };
}

export function departureFrom({ expect, ignore }: ReadRequest, got: Answer): string | null {
  const { status, body } = expect;
  if (status !== null && status !== got.status) return `status ${got.status}, not ${status}`;
  if (body === null || body === "any") return null;
  const wanted = typeof body === "string" ? body : JSON.stringify(body);
  const [is, not] = [got.body, wanted].map((text) => withoutIgnored(text, ignore)) as [
    string,
    string,
  ];
  const same =
    typeof body === "string"
      ? is === not
      : isDeepStrictEqual(
          ...([is, not].map((text) => attempt(() => JSON.parse(text))) as [unknown, unknown]),
        );
  return same ? null : `${excerpt(is)}, not ${excerpt(not)}`;
}
