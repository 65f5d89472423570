import * as v from "valibot";

/** What a run knows of a service: enough to tell two runs apart, nothing that lets anybody in. */
export const serviceSchema = v.object({
  version: v.string(),
  /** Where it comes from: a package, a program, or the variable that named it. */
  source: v.string(),
  /** What was asked of it beyond its defaults. */
  settings: v.record(v.string(), v.string()),
});
export type ServiceDescription = v.InferOutput<typeof serviceSchema>;

/** A client as it is installed; without a version it cannot be used, and `reason` says why. */
export const clientSchema = v.object({
  version: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});

/** The services and clients that a run's scenarios need. */
export const servicesSchema = v.object({
  running: v.record(v.string(), serviceSchema),
  /** Services that could not be had, with the reason and what would help. */
  missing: v.record(v.string(), v.string()),
  /** By store. */
  clients: v.record(v.string(), clientSchema),
});
export type ServicesDescription = v.InferOutput<typeof servicesSchema>;

/** The store of a scenario, which is named after it (`pg`, `pg-row`): null where it needs none. */
export function storeOf(
  scenario: string,
  services: Pick<ServicesDescription, "clients"> | null | undefined,
): string | null {
  const names = Object.keys(services?.clients ?? {});
  return names.find((name) => scenario === name || scenario.startsWith(`${name}-`)) ?? null;
}
