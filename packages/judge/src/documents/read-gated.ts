import { UsageError } from "@deadheat/journal";
import * as v from "valibot";
import { GATED_SCHEMA, gatedSchema, type Gated } from "./gated.ts";

const MOST_BYTES = 1_000_000;

/**
 * Reads a document of `gate --json` from an untrusted source.
 * @throws UsageError in one line that quotes nothing of the text
 */
export function readGated(text: string): Gated {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MOST_BYTES) throw refused(`it has ${bytes} bytes, and the limit is ${MOST_BYTES}`);
  const document = parse(text);
  const versioned = v.safeParse(v.object({ schema: v.number() }), document);
  if (versioned.success && versioned.output.schema !== GATED_SCHEMA) {
    throw refused(
      `its schema is ${versioned.output.schema}, and this deadheat reads ${GATED_SCHEMA}. Use one version of deadheat for both`,
    );
  }
  const checked = v.safeParse(gatedSchema, document);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const place = v.getDotPath(issue) ?? "it";
  if (issue.input === undefined) throw refused(`${place} is missing`);
  throw refused(`${place} must be ${issue.expected ?? "different"}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("it is not JSON");
  }
}

function refused(why: string): UsageError {
  return new UsageError(`this is not a document of gate --json: ${why}`);
}
