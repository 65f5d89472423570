import type { Io } from "deadheat/cli";
import type { Prepared } from "../plan/prepared.ts";
import { startServices } from "./start.ts";

/** Runs `work` with the services that the prepared scenarios need. They are gone when the promise settles. */
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
