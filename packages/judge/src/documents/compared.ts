import { UsageError } from "@deadheat/journal";
import * as v from "valibot";
import { comparisonSchema } from "./comparison.ts";
import { gatedSchema } from "./gated.ts";

// The document beside the journals of `compare` and `gate`, from which report.html and report.md are drawn.

/** The version of the schema; raised when a reader of the old version would misread a document. */
export const COMPARED_SCHEMA = 2;

const { deadheat, startedAt, command, machine, loaded, outcome, reason, limits } =
  gatedSchema.entries;

const comparisons = v.array(
  v.object({
    ...comparisonSchema.entries,
    /** The server's name in the configuration; null if there is only one. */
    app: v.nullable(v.string()),
  }),
);

export const comparedSchema = v.object({
  schema: v.literal(COMPARED_SCHEMA),
  /** The version of deadheat that measured it. */
  deadheat,
  startedAt,
  /** The comparisons. Their journals are relative to the run's folder. */
  comparisons,
  /** The base against itself; empty without a control. */
  control: comparisons,
  /** The outcome of the gate and its limits; null without a gate. */
  gate: v.nullable(v.object({ outcome, reason, limits })),
  machine,
  loaded,
  /** The command that measures the same again; null if it is not known. */
  command: v.nullable(command),
});
export type Compared = v.InferOutput<typeof comparedSchema>;

/**
 * Reads the document of a comparison.
 * @param where the file's name, for the message
 * @throws UsageError that names the field
 */
export function readCompared(text: string, where: string): Compared {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new UsageError(`${where} is no JSON`);
  }
  const parsed = v.safeParse(comparedSchema, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new UsageError(
    `${where}: field ${v.getDotPath(issue) ?? "(the whole document)"}: ${issue.message}`,
  );
}
