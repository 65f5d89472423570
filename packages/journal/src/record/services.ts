import * as v from "valibot";

/** The description of a service in a run: enough to tell two runs apart, and no credentials. */
const serviceSchema = v.object({
  version: v.string(),
  /** The origin of the service: a package, a program, or the variable that named it. */
  source: v.string(),
  /** The settings that differ from its defaults. */
  settings: v.record(v.string(), v.string()),
});
export type ServiceDescription = v.InferOutput<typeof serviceSchema>;

/** An installed client. Without a version the client cannot be used, and `reason` says why. */
const clientSchema = v.object({
  version: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});

/** The services and clients that the scenarios of a run need. */
export const servicesSchema = v.object({
  running: v.record(v.string(), serviceSchema),
  /** The services that are not available, with the reason and the remedy. */
  missing: v.record(v.string(), v.string()),
  clients: v.record(v.string(), clientSchema),
});
export type ServicesDescription = v.InferOutput<typeof servicesSchema>;

/** Returns the store of a scenario, which is named after it (`pg`, `pg-row`); null if it needs none. */
export function storeOf(
  scenario: string,
  services: Pick<ServicesDescription, "clients"> | null | undefined,
): string | null {
  const names = Object.keys(services?.clients ?? {});
  return names.find((name) => scenario === name || scenario.startsWith(`${name}-`)) ?? null;
}
