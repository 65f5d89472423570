import { basicScenarios } from "@deadheat/handlers";
import { UsageError, type Rounds, type Precision } from "@deadheat/journal";
import { PROMISED_HALF_WIDTH } from "@deadheat/judge";

export interface Profile {
  readonly name: string;
  readonly targets: readonly string[];
  readonly scenarios: readonly string[];
  readonly rounds: Rounds;
  readonly precision: Precision;
  /** The time for the duets; null if there is no limit. */
  readonly withinSeconds: number | null;
  readonly windowSeconds: number;
}

const basic = basicScenarios.map(({ name }) => name);

export const DEFAULT_PROFILE = "quick";

export const profiles: Readonly<Record<string, Omit<Profile, "name">>> = {
  quick: {
    targets: ["hono/*", "elysia/*", "express/*", "fastify/node", "koa/node", "h3/node"],
    scenarios: ["text"],
    // All targets share the spread of a round, so four rounds place them (docs/findings.md, "Borrowed spread").
    rounds: { cell: 4, bridge: 5, aa: 4 },
    precision: { halfWidth: PROMISED_HALF_WIDTH, spare: 16 },
    // The whole run takes 12 minutes, with the start, the report, and a last round that may take longer.
    withinSeconds: 670,
    // In a slow hour the rounds of a shorter window spread further (docs/findings.md, "Length of the window").
    windowSeconds: 2,
  },
  standard: {
    targets: ["all"],
    scenarios: basic,
    rounds: { cell: 6, bridge: 9, aa: 8 },
    precision: { halfWidth: PROMISED_HALF_WIDTH, spare: 120 },
    withinSeconds: null,
    windowSeconds: 2,
  },
  full: {
    targets: ["all"],
    scenarios: basic,
    rounds: { cell: 12, bridge: 18, aa: 12 },
    precision: null,
    withinSeconds: null,
    windowSeconds: 2,
  },
  // Scenarios of services (docs/targets.md) within half an hour. With four rounds of each cell most pairs are decided,
  // with three they are not (bench/test/together/published-noise.test.ts).
  service: {
    targets: ["hono/*", "elysia/bun", "express/node", "fastify/node", "koa/node", "h3/node"],
    scenarios: ["app", "text", "routes", "large", "middleware"],
    rounds: { cell: 5, bridge: 6, aa: 5 },
    precision: { halfWidth: PROMISED_HALF_WIDTH, spare: 60 },
    withinSeconds: 1740,
    windowSeconds: 1,
  },
};

/** Returns a profile. @throws UsageError that lists the profiles, if there is none of that name */
export function profileNamed(name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return { name, ...profile };
  const known = Object.keys(profiles).join(", ");
  throw new UsageError(`There is no profile ${JSON.stringify(name)}. The profiles are: ${known}.`);
}
