import * as v from "valibot";
import type { Rest } from "./rest.ts";

// The one comment of a check in a pull request. Who wrote it, and for which run, stands hidden in its last line.

/** A run of a workflow: a later one has a higher id, one that is started again a higher attempt. */
export interface RunNumber {
  readonly run: number;
  readonly attempt: number;
}

const MARKER = /<!-- deadheat:([\w.-]{1,64}) run=(\d{1,15})\.(\d{1,6}) -->\s*$/;

const PAGE = 100;
const PAGES = 50;

const commentsSchema = v.array(
  v.object({
    id: v.number(),
    body: v.optional(v.nullable(v.string())),
    user: v.nullable(v.object({ login: v.string(), type: v.string() })),
  }),
);
type Comments = v.InferOutput<typeof commentsSchema>;

/**
 * Writes the comment, or writes it anew. Only a comment of this author is read or overwritten.
 * @param author the login of the account whose token this is
 * @returns `older` where what is there is from a later run, and stays
 * @throws as `Rest`
 */
export async function stick(
  rest: Rest,
  pullRequest: number,
  { id, author, number, text }: { id: string; author: string; number: RunNumber; text: string },
): Promise<"written" | "updated" | "older"> {
  const body = `${text}\n\n<!-- deadheat:${id} run=${number.run}.${number.attempt} -->`;
  const own = await find(rest, pullRequest, { id, author });
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

interface Wanted {
  readonly id: string;
  readonly author: string;
}

async function find(rest: Rest, pullRequest: number, wanted: Wanted): Promise<Own | null> {
  for (let page = 1; page <= PAGES; page++) {
    const path = `/issues/${pullRequest}/comments?per_page=${PAGE}&page=${page}`;
    const comments = await rest.get(path, commentsSchema);
    const own = comments.map((comment) => ownOf(comment, wanted)).find((found) => found !== null);
    if (own !== undefined) return own;
    if (comments.length < PAGE) break;
  }
  return null;
}

/** Others may write what looks like a marker, bots too. */
function ownOf({ id: comment, body, user }: Comments[number], { id, author }: Wanted): Own | null {
  const [, marked, run, attempt] = MARKER.exec(body ?? "") ?? [];
  if (marked !== id || user?.type !== "Bot" || user.login !== author) return null;
  return { comment, number: { run: Number(run), attempt: Number(attempt) } };
}

function isOlder(a: RunNumber, b: RunNumber): boolean {
  return a.run < b.run || (a.run === b.run && a.attempt < b.attempt);
}
