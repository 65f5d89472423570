import { attempt, messageOf } from "@deadheat/journal";
import { send, type Answer } from "@deadheat/measure";
import {
  isReading,
  nameOf,
  PARAMETER,
  type Candidate,
  type Candidates,
  type LeftOut,
} from "./candidate.ts";

const LONGEST_LIST = 5_000_000;

/**
 * Asks a running server which of the requests it answers with 2xx. Requests that write are never sent. Parameters of paths
 * are filled with a value from the response of the list above them (`/items` for `/items/:id`), else with 1.
 */
export async function tried(
  { found, left }: Candidates,
  port: number,
  signal: AbortSignal,
): Promise<Candidates> {
  const good: Candidate[] = [];
  const bad: LeftOut[] = [...left];
  const answers = new Map<string, unknown>();
  const byLength = found.toSorted((a, b) => depthOf(a) - depthOf(b));
  for (const one of byLength) {
    signal.throwIfAborted();
    if (!isReading(one.method)) {
      bad.push({ request: nameOf(one), why: "it writes: add it yourself if it may be sent" });
      continue;
    }
    const path = filled(one.path, answers);
    if (path === null) {
      bad.push({ request: nameOf(one), why: "its path is a pattern" });
      continue;
    }
    const own = { ...one, path };
    const request = { method: own.method, path, headers: own.headers, body: textOf(own.body) };
    const answer = await send(port, { request }, false, signal).catch((error: unknown) =>
      messageOf(error),
    );
    const why = whyNot(answer, one);
    if (why !== null) bad.push({ request: nameOf(one), why });
    else good.push(own);
    if (typeof answer !== "string" && answer.status < 300 && answer.body.length < LONGEST_LIST) {
      answers.set(
        path.split("?")[0] ?? path,
        attempt(() => JSON.parse(answer.body)),
      );
    }
  }
  const names = good.map(nameOf);
  return { found: good.filter((one, i) => names.indexOf(nameOf(one)) === i), left: bad };
}

function depthOf({ path }: Candidate): number {
  return 100 * (path.match(PARAMETER)?.length ?? 0) + path.split("/").length;
}

function whyNot(answer: Answer | string, { path }: Candidate): string | null {
  if (typeof answer === "string") return answer.split("\n")[0] ?? "no response";
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const type = answer.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    return type.startsWith("text/event-stream") ? "its response is a stream" : null;
  }
  if (status === 401 || status === 403)
    return `status ${status}: add login, or the header that it needs`;
  const [name] = path.match(PARAMETER) ?? [];
  return name !== undefined && status >= 400 && status < 500
    ? `status ${status}: write a path with a value for ${name}`
    : `status ${status}`;
}

/** Returns the path with its parameters filled; null if it has a part that is no parameter. */
function filled(path: string, answers: ReadonlyMap<string, unknown>): string | null {
  const [plain = "", query] = path.split(/\?(?=[^?]*=)/);
  let whole = plain;
  for (;;) {
    PARAMETER.lastIndex = 0;
    const match = PARAMETER.exec(whole);
    if (match === null) break;
    const name = match[1] ?? match[2] ?? "";
    const above = whole.slice(0, match.index).replace(/\/$/, "");
    const value = valueIn(answers.get(above), name) ?? "1";
    whole =
      whole.slice(0, match.index) +
      encodeURIComponent(value) +
      whole.slice(match.index + match[0].length);
  }
  whole = whole.replace(/\/\*\w*$/, "/");
  if (/[*()\\]/.test(whole)) return null;
  return query === undefined ? whole : `${whole}?${query}`;
}

/** Returns the id of the first thing in a list, by the name of the parameter: `id`, `userId`, `slug`. */
function valueIn(answer: unknown, name: string): string | null {
  const list = Array.isArray(answer) ? answer : Object.values(answer ?? {}).find(Array.isArray);
  const first = (Array.isArray(list) ? list[0] : null) as Readonly<Record<string, unknown>> | null;
  if (first === null || typeof first !== "object") return typeof first === "string" ? first : null;
  const own = Object.keys(first).find((key) => key.toLowerCase() === name.toLowerCase());
  const short = /(?:^|[a-z_])(id|slug|name|key|code)$/i.exec(name)?.[1]?.toLowerCase();
  for (const key of [own, short, "id", "_id", "uuid", "slug", "name"]) {
    const value = key === undefined ? undefined : first[key];
    if (typeof value === "string" || typeof value === "number") return String(value);
  }
  return null;
}

function textOf(body: Candidate["body"]): string | null {
  if (body === undefined) return null;
  return typeof body === "string" ? body : JSON.stringify(body);
}
