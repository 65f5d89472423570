import * as v from "valibot";
import { isSigned, signatureOf } from "../cache/signature.ts";
import { issueOf, Refused } from "./task.ts";

const sealedSchema = v.strictObject({ body: v.string(), signature: v.string() });

/** Returns a text with its signature, as it is stored in Redis. @param subject the thing that is signed: `worker` */
export function seal(key: string, subject: string, body: string): string {
  return JSON.stringify({ body, signature: signatureOf(key, subject, body) });
}

/** Returns the text of a sealed one. @throws Refused if it has another form, or another signature than this fleet's */
export function unseal(key: string, subject: string, text: string): string {
  const sealed = v.safeParse(v.pipe(v.string(), v.parseJson(), sealedSchema), text);
  if (!sealed.success) throw new Refused(`it has another form (${issueOf(sealed)})`);
  const { body, signature } = sealed.output;
  if (isSigned(key, subject, body, signature)) return body;
  throw new Refused("its signature is not of this fleet's key");
}
