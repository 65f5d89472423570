import type { InstallOptions } from "@deadheat/versions";
import type { ReadRequest } from "../config/read-requests.ts";
import type { ReadServices } from "../config/services.ts";
import { isReading } from "../plan/mix.ts";
import { ownVariables, type Installed } from "../ready/installed.ts";
import { startServices, type Services } from "../services/services.ts";
import type { OtherWork, Testbed } from "./testbed.ts";

/**
 * Starts the services of the servers, which stop when the measurement ends. Returns null if there are none.
 * @throws EnvironmentError, Interrupted
 */
export async function servicesFor(
  services: ReadServices | null,
  requests: readonly ReadRequest[],
  { machine, onAllCpus, atEnd }: Testbed & OtherWork,
  install: InstallOptions,
): Promise<Services | null> {
  if (services === null) return null;
  const writes = requests.some((one) => one.login !== null || !isReading(one));
  const started = await onAllCpus(() => startServices(services, writes, machine.pinning, install));
  atEnd(started.stop);
  return started;
}

/**
 * Returns a server with its own data in the services.
 * @param other a server that it is compared with, which has its data already
 */
export async function served(
  services: Services | null,
  side: Installed,
  { onAllCpus }: OtherWork,
  other?: Installed,
): Promise<Installed> {
  if (services === null) return side;
  const { name, cwd, root } = side;
  // As for --setup, only the target can set NODE_ENV.
  const { NODE_ENV: _, ...variables } = side.env;
  const prepared = { name, cwd, root, env: { ...variables, ...ownVariables(side) } };
  return { ...side, data: await onAllCpus(() => services.dataOf(prepared, other?.data)) };
}
