import {
  attempt,
  messageOf,
  UsageError,
  type Warning,
  EnvironmentError,
  Interrupted,
} from "@deadheat/journal";
import {
  differenceIn,
  launch,
  LaunchError,
  loggedIn,
  type Entrant,
  type Exchange,
  type FailedStart,
  type Pinning,
  type Server,
} from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import { acrossForms } from "../response/form.ts";
import { matches } from "../response/ignore.ts";
import { learnedResponse, type LearnedResponse } from "./expected.ts";
import { requireExpected } from "./unexpected.ts";
import { remarksOn } from "./remarks.ts";
import { onAllPaths, requestsOnPaths } from "./paths.ts";
import { isExposed } from "../ready/running.ts";
import { requestOf, sampled, sampledLater, type Sampling } from "./samples.ts";

export interface Learning {
  readonly pinning: Pinning;
  readonly signal: AbortSignal;
  /** Whether servers may answer differently. Each must then keep to the form of its own responses. */
  readonly allowDifferent: boolean;
  readonly note: (line: string) => void;
}

/** The exchanges of a server in request order, with what a reader must know about how its responses were compared. */
export interface LearnedExchanges {
  readonly exchanges: readonly Exchange[];
  /** Sentences by request: about this server and the first one. */
  readonly remarks: readonly (readonly Warning[])[];
}

export class NotStarted extends EnvironmentError {
  readonly entrant: Entrant;
  readonly start: FailedStart;
  constructor(entrant: Entrant, cause: LaunchError) {
    super(cause.message, { cause });
    this.entrant = entrant;
    this.start = cause.start;
  }
}

/**
 * Starts each of these servers once and takes samples of the response to every request, on each of its paths.
 * @returns what was learned per server. Later responses must match it.
 * @throws UsageError if the responses of a server differ in content from those of the first server, from the expected ones,
 *   or have no common form; NotStarted if a server does not start; EnvironmentError if a server does not answer
 */
export async function learnExchanges(
  entrants: readonly Entrant[],
  asked: readonly ReadRequest[],
  learning: Learning,
): Promise<LearnedExchanges[]> {
  const onPaths = asked.map(requestsOnPaths);
  const all = await learnEach(entrants, onPaths.flat(), learning);
  return all.map(({ exchanges, remarks }) => {
    let next = 0;
    const together = asked.map((one, i) => {
      const from = next;
      next += onPaths[i]?.length ?? 0;
      return onAllPaths(one, exchanges.slice(from, next), remarks.slice(from, next));
    });
    return {
      exchanges: together.map(({ exchange }) => exchange),
      remarks: together.map((one) => one.remarks),
    };
  });
}

async function learnEach(
  entrants: readonly Entrant[],
  asked: readonly ReadRequest[],
  learning: Learning,
): Promise<LearnedExchanges[]> {
  const all = await samplesOf(entrants, asked, learning);
  const responses = all.map((samplings, at) =>
    asked.map((one, i) =>
      learnedResponse(one, samplings[i]?.responses ?? [], `${entrants[at]?.name}: ${one.name}`),
    ),
  );
  const unused = unusedPatterns(asked, all);
  return entrants.map((_, at) => {
    const learned = asked.map((one, i) => {
      const own = responses[at]?.[i] as LearnedResponse;
      const base = responses[0]?.[i] as LearnedResponse;
      const login = one.login && { login: one.login };
      const exchange: Exchange = { ...requestOf(one), response: own.expected, ...login };
      const names = { base: entrants[0]?.name ?? "", other: entrants[at]?.name ?? "" };
      const ignored = one.ignore.map(({ text }) => text);
      const first = { server: names.base, response: base };
      const wasted = i === 0 ? unused : [];
      if (at === 0) {
        return { exchange, remarks: [...remarksOn(one.name, ignored, [first], []), ...wasted] };
      }
      const { problem, ids } = compared(base, own);
      const both = [first, { server: names.other, response: own }];
      const remarks = [...remarksOn(one.name, ignored, both, ids), ...wasted];
      if (problem === null) return { exchange, remarks };
      if (!learning.allowDifferent) {
        throw new UsageError(
          `${names.base} and ${names.other} do not return the same response to ${one.name}, so their speeds cannot be ` +
            "compared. Make them the same, leave the part that differs out with --ignore, or measure them anyway with " +
            `--allow-different:\n${difference(base, own, names, problem)}`,
        );
      }
      const different: Warning = { code: "different-responses", facts: {} };
      return { exchange, remarks: [different, ...remarks] };
    });
    return {
      exchanges: learned.map(({ exchange }) => exchange),
      remarks: learned.map(({ remarks }) => remarks),
    };
  });
}

/** Returns a warning for each pattern to ignore that matches nothing in any response to any request. */
function unusedPatterns(asked: readonly ReadRequest[], all: readonly Sampling[][]): Warning[] {
  const patterns = new Map(asked.flatMap(({ ignore }) => ignore).map((one) => [one.text, one]));
  for (const [i, { ignore }] of asked.entries()) {
    const bodies = all.flatMap((samplings) => samplings[i]?.responses ?? []);
    for (const pattern of ignore) {
      if (bodies.some(({ body }) => attempt(() => matches(body, pattern)) ?? true))
        patterns.delete(pattern.text);
    }
  }
  return [...patterns.keys()].map((pattern) => ({ code: "ignored-nothing", facts: { pattern } }));
}

function compared(base: LearnedResponse, other: LearnedResponse) {
  const [a, b] = [base.expected, other.expected];
  if (a.status !== b.status) return { problem: "status", ids: [] };
  if (a.mediaType !== b.mediaType) return { problem: "content-type", ids: [] };
  if (base.form === null || other.form === null) return { problem: null, ids: [] };
  return acrossForms(base.form, other.form);
}

/**
 * Returns the samples per server and request. While a server waits for its late samples, the next one starts: at most two
 * servers run at once, and the wait of about a second passes once for two servers.
 */
async function samplesOf(
  entrants: readonly Entrant[],
  asked: readonly ReadRequest[],
  learning: Learning,
): Promise<Sampling[][]> {
  const all: Sampling[][] = [];
  const running: Promise<void>[] = [];
  const exposed = new Set<string>();
  try {
    for (const entrant of entrants) {
      const server = await started(entrant, learning);
      if (entrant.running === undefined && isExposed(server.port)) exposed.add(entrant.name);
      const samplings: Sampling[] = [];
      all.push(samplings);
      const own = loggedInto(server, asked, learning.signal);
      const early = own.then((requests) => sampleAll(server, requests, samplings, learning.signal));
      const late = early.then(async () => finish(server, await own, samplings, learning.signal));
      const whole = late.finally(() => server.stop());
      whole.catch(() => {});
      running.push(whole);
      await early;
      await running.at(-2);
    }
    await Promise.all(running);
    if (exposed.size > 0) {
      learning.note(
        `${[...exposed].join(" and ")} ${exposed.size === 1 ? "listens" : "listen"} on all network interfaces, so other ` +
          "machines can reach the server while it is measured: let it listen on 127.0.0.1, which it has in its variable HOST",
      );
    }
    return all;
  } finally {
    await Promise.allSettled(running);
  }
}

async function started(
  entrant: Entrant,
  { pinning, signal }: Learning,
): Promise<Omit<Server, "exchange">> {
  return launch(entrant, pinning, signal).catch((error: unknown) => {
    throw error instanceof LaunchError ? new NotStarted(entrant, error) : error;
  });
}

/** Returns the requests as a server process gets them, after the login. */
async function loggedInto(
  server: Omit<Server, "exchange">,
  asked: readonly ReadRequest[],
  signal: AbortSignal,
): Promise<readonly ReadRequest[]> {
  const [first] = asked;
  if (!first?.login) return asked;
  const { login } = first;
  let headers = {};
  await explained(server, first, signal, async () => {
    headers = await loggedIn(server.port, { login }, signal);
  });
  return asked.map((one) => ({
    ...one,
    request: { ...one.request, headers: { ...one.request.headers, ...headers } },
  }));
}

async function sampleAll(
  server: Omit<Server, "exchange">,
  asked: readonly ReadRequest[],
  samplings: Sampling[],
  signal: AbortSignal,
): Promise<void> {
  for (const one of asked) {
    await explained(server, one, signal, async () => {
      const sampling = await sampled(server, one, signal);
      samplings.push(sampling);
      requireExpected(server, one, sampling.responses);
    });
  }
}

async function finish(
  server: Omit<Server, "exchange">,
  asked: readonly ReadRequest[],
  samplings: readonly Sampling[],
  signal: AbortSignal,
): Promise<void> {
  for (const [i, one] of asked.entries()) {
    const sampling = samplings[i] as Sampling;
    await explained(server, one, signal, async () => {
      await sampledLater(server, one, sampling, signal);
      requireExpected(server, one, sampling.responses);
    });
  }
}

/** Runs work with a server. A failure of the server becomes an error with its name. */
async function explained(
  server: Omit<Server, "exchange">,
  { name }: ReadRequest,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UsageError || error instanceof Interrupted) throw error;
    if (signal.aborted) throw new Interrupted();
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED" && server.died() === null) {
      throw new EnvironmentError(
        `Nothing listens on 127.0.0.1:${server.port}. Start the server first`,
      );
    }
    const reason = server.died() ?? messageOf(error);
    throw new EnvironmentError(`${server.name}: ${name}: ${reason}`, { cause: error });
  }
}

function difference(
  base: LearnedResponse,
  other: LearnedResponse,
  names: { readonly base: string; readonly other: string },
  problem: string,
): string {
  const width = Math.max(names.base.length, names.other.length);
  const [a, b] = [base.expected, other.expected];
  const both = (what: string, one: string, two: string) =>
    one === two
      ? []
      : [
          `  ${what}`,
          `  - ${names.base.padEnd(width)}  ${one}`,
          `  + ${names.other.padEnd(width)}  ${two}`,
        ];
  const lines = [
    ...both("status", String(a.status), String(b.status)),
    ...both("content-type", a.mediaType ?? "none", b.mediaType ?? "none"),
  ];
  if (problem !== "status" && problem !== "content-type")
    return [...lines, `  ${problem}`].join("\n");
  if (a.body === b.body) return lines.join("\n");
  const { at, expected, got } = differenceIn(a.body, b.body);
  return [...lines, ...both(`body, from character ${at + 1} on`, expected, got)].join("\n");
}
