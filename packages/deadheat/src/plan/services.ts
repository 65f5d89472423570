import { UsageError } from "@deadheat/journal";
import type { ReadConfig } from "../config/read.ts";
import { readService, type ReadServices } from "../config/services.ts";
import type { Options } from "./options.ts";

/** Returns the services of the options, else those of the configuration; null if neither has any. @throws UsageError */
export function servicesOf(
  { services, prepare, cwd }: Pick<Options, "services" | "prepare" | "cwd">,
  config: ReadConfig | null,
): ReadServices | null {
  const wanted = services?.map((one) => readService(one, cwd)) ?? config?.services ?? [];
  if (wanted.length === 0 && prepare === undefined) return null;
  if (wanted.length > 0) return { services: wanted, prepare: prepare ?? config?.prepare ?? null };
  throw new UsageError("--prepare fills the databases of --service. Name one: --service postgres");
}
