import { randomBytes } from "node:crypto";
import { messageOf, type VerifyRecord, EnvironmentError, Interrupted } from "@deadheat/journal";
import { departure, keptResponse, launch, type Answer } from "@deadheat/measure";
import { differences, fieldsOf } from "../verify/differences.ts";
import { verdict, type Conditions } from "../verify/verify.ts";
import { exchangeOf, pagePaths, pageScenarios, type PageScenario } from "./contract.ts";
import { pageEntrant } from "./targets.ts";
import type { PageTarget } from "./manifest.ts";

/** The responses of the floor of each runtime, once it was asked. */
export type FloorPages = Map<string, Promise<ReadonlyMap<PageScenario, Answer>>>;

/**
 * Starts a target and checks what a browser would show of each page. Then it reports how the response differs otherwise from
 * that of the floor: header fields and bytes, with scripts, preloads, compression and caching among them.
 */
export async function checkPages(
  target: PageTarget,
  floor: PageTarget,
  conditions: Conditions,
  floorPages: FloorPages,
): Promise<VerifyRecord[]> {
  const { unsupported } = target;
  const all = (status: VerifyRecord["status"], reason: string) =>
    pageScenarios.map((scenario) => verdict(target, scenario, status, reason));
  if (unsupported !== null) return all("unsupported", unsupported);
  try {
    const own = await answersOf(target, conditions);
    const theirs = await floorPages.getOrInsertComputed(floor.name, () =>
      answersOf(floor, conditions),
    );
    return pageScenarios.map((scenario) => {
      const answer = own.get(scenario) as Answer;
      const { status, bytes } = answer;
      return {
        ...verdict(target, scenario, "ok", null),
        differences: differences(answer, theirs.get(scenario) as Answer),
        response: { status, headers: Object.fromEntries(fieldsOf(answer)), bytes },
      };
    });
  } catch (error) {
    if (error instanceof Interrupted || error instanceof EnvironmentError) throw error;
    return all("failed", messageOf(error));
  }
}

/** @throws Error with the first page that is wrong */
async function answersOf(
  target: PageTarget,
  { pinning, signal }: Conditions,
): Promise<Map<PageScenario, Answer>> {
  const server = await launch(
    pageEntrant(target, { request: exchangeOf("/").request }),
    pinning,
    signal,
  );
  try {
    const answers = new Map<PageScenario, Answer>();
    for (const scenario of pageScenarios) {
      for (const path of [pagePaths[scenario], otherOf(scenario), pagePaths[scenario]]) {
        const exchange = exchangeOf(path, Date.now());
        const answer = await keptResponse(server.port, exchange, signal);
        const wrong = server.died() ?? departure(exchange, answer);
        if (wrong !== null) throw new Error(wrong);
        answers.set(scenario, answer);
      }
    }
    return answers;
  } finally {
    await server.stop();
  }
}

/** Returns the path of a page that nobody could prepare. */
function otherOf(scenario: PageScenario): string {
  const token = randomBytes(6).toString("hex");
  return {
    "page-list": `/?t=${token}`,
    "page-product": `/products/${1 + Math.floor(100 * Math.random())}`,
    "page-search": `/search?q=${encodeURIComponent(`${token} <i>&amp;</i> "'`)}`,
  }[scenario];
}
