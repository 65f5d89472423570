import * as v from "valibot";
import { counted } from "./event.ts";
import type { Rest } from "./rest.ts";

// The one comment of a check on a pull request. Its last line is hidden, and names the check and the run.

/** The place of a workflow's run. A later run has a higher id, a restarted run has a higher attempt. */
export interface RunNumber {
  readonly run: number;
  readonly attempt: number;
}

const MARKER = /<!-- deadheat:([\w.-]{1,64}) run=(\d{1,15})\.(\d{1,6}) -->\s*$/;

const PAGE = 100;
const PAGES = 50;

const commentsSchema = v.array(
  v.object({
    id: counted,
    body: v.optional(v.nullable(v.string())),
    user: v.nullable(v.object({ login: v.string(), type: v.string() })),
  }),
);
type Comments = v.InferOutput<typeof commentsSchema>;

/**
 * Writes the comment of a check, or replaces its text. Only a comment of this author is read or replaced.
 * @param author the login of the account that the token belongs to
 * @returns `older` if the comment is from a later run and was kept
 * @throws the errors of `Rest`
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

/** Returns the comment if this check wrote it, else null. Others may write a marker too, bots among them. */
function ownOf({ id: comment, body, user }: Comments[number], { id, author }: Wanted): Own | null {
  const [, marked, run, attempt] = MARKER.exec(body ?? "") ?? [];
  if (marked !== id || user?.type !== "Bot" || user.login !== author) return null;
  return { comment, number: { run: Number(run), attempt: Number(attempt) } };
}

function isOlder(a: RunNumber, b: RunNumber): boolean {
  return a.run < b.run || (a.run === b.run && a.attempt < b.attempt);
}
