import { UsageError } from "@deadheat/journal";
import * as v from "valibot";
import { GATED_SCHEMA, gatedSchema, type Gated } from "./gated.ts";

const MOST_BYTES = 1_000_000;

/**
 * What `gate --json` has printed, from wherever it comes: whoever draws it may be shown what somebody else has made.
 * @throws UsageError in one line, with nothing of the text in it
 */
export function readGated(text: string): Gated {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MOST_BYTES)
    throw refused(`it has ${bytes} bytes, and a gate's never more than ${MOST_BYTES}`);
  const document = parse(text);
  const versioned = v.safeParse(v.object({ schema: v.number() }), document);
  if (versioned.success && versioned.output.schema !== GATED_SCHEMA) {
    throw refused(
      `its schema is ${versioned.output.schema}, and this deadheat reads ${GATED_SCHEMA}: take one version for both`,
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
  return new UsageError(`this is not what gate --json prints: ${why}`);
}
