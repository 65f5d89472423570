import { createHash } from "node:crypto";
import type { ServiceDescription } from "@deadheat/journal";

export interface Surroundings {
  /** The folder for all files of a run's services. */
  readonly folder: string;
  /** The start of the command line, which keeps the service off the servers' CPU. */
  readonly prefix: readonly string[];
  readonly note: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A service that accepts connections. */
export interface Running {
  /** The address, which includes the password. */
  readonly address: string;
  readonly description: ServiceDescription;
  /** The process that leads it; null if deadheat did not start it. */
  readonly pid: number | null;
  /** Returns the reason why the service ended. null while it runs, or if deadheat cannot know. */
  readonly died: () => string | null;
  readonly stop: () => Promise<void>;
}

/** Returns the settings of a server that the user named. The hash tells two servers apart without naming them. */
export function settingsOf(address: string): { readonly server: string } {
  const { host } = new URL(address);
  return { server: createHash("sha256").update(host).digest("hex").slice(0, 12) };
}
