import * as v from "valibot";
import type { Rest } from "./rest.ts";

// The one comment of a check in a pull request. Who wrote it, and for which run, stands hidden in its last line.

/** Which run of a workflow: a later push has a higher number, a run that is started again a higher attempt. */
export interface RunNumber {
  readonly run: number;
  readonly attempt: number;
}

const MARKER = /<!-- deadheat:([\w.-]{1,64}) run=(\d{1,12})\.(\d{1,6}) -->\s*$/;

const PAGE = 100;
const PAGES = 50;

const commentsSchema = v.array(
  v.object({
    id: v.number(),
    body: v.optional(v.nullable(v.string())),
    user: v.nullable(v.object({ type: v.string() })),
  }),
);
type Comments = v.InferOutput<typeof commentsSchema>;

/**
 * Writes the comment, or writes it anew.
 * @returns `older` where what is there is from a later run, and stays
 * @throws as `Rest`
 */
export async function stick(
  rest: Rest,
  pullRequest: number,
  { id, number, text }: { id: string; number: RunNumber; text: string },
): Promise<"written" | "updated" | "older"> {
  const body = `${text}\n\n<!-- deadheat:${id} run=${number.run}.${number.attempt} -->`;
  const own = await find(rest, pullRequest, id);
  if (own === null) {
    await rest.send("POST", `/issues/${pullRequest}/comments`, { body });
    return "written";
  }
  if (isOlder(number, own.number)) return "older";
  await rest.send("PATCH", `/issues/comments/${own.comment}`, { body });
  return "updated";
}

interface Own {
  readonly comment: number;
  readonly number: RunNumber;
}

async function find(rest: Rest, pullRequest: number, id: string): Promise<Own | null> {
  for (let page = 1; page <= PAGES; page++) {
    const path = `/issues/${pullRequest}/comments?per_page=${PAGE}&page=${page}`;
    const comments = await rest.get(path, commentsSchema);
    const own = comments.map((comment) => ownOf(comment, id)).find((found) => found !== null);
    if (own !== undefined) return own;
    if (comments.length < PAGE) break;
  }
  return null;
}

/** People may write what looks like a marker; a workflow's token writes as a bot. */
function ownOf({ id: comment, body, user }: Comments[number], id: string): Own | null {
  const [, marked, run, attempt] = MARKER.exec(body ?? "") ?? [];
  if (marked !== id || user?.type !== "Bot") return null;
  return { comment, number: { run: Number(run), attempt: Number(attempt) } };
}

function isOlder(a: RunNumber, b: RunNumber): boolean {
  return a.run < b.run || (a.run === b.run && a.attempt < b.attempt);
}
