import type { Io } from "deadheat/cli";
import type { Prepared } from "../plan/prepared.ts";
import { startServices } from "./start.ts";

/**
 * Does `work` with the services running that the prepared scenarios need; they are gone when this
 * settles, whatever became of the work.
 */
export async function withServices<T>(
  prepared: Prepared,
  io: Io,
  work: (served: Prepared) => Promise<T>,
): Promise<T> {
  const { settings } = prepared;
  const services = await startServices(settings.scenarios, settings.machine.pinning, io);
  if (services === null) return work(prepared);
  try {
    const { description, addresses } = services;
    return await work({ ...prepared, addresses, settings: { ...settings, services: description } });
  } finally {
    await services.stop();
  }
}
