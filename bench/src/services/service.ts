import { createHash } from "node:crypto";
import type { ServiceDescription } from "@deadheat/journal";

/** The folder in which everything lies that the services of one run write. */
export interface ServicesFolder {
  readonly path: string;
  /** Whom the guard ends when this process is gone. */
  readonly guardProcess: (pid: number) => void;
  readonly remove: () => void;
}

/** What every service gets. */
export interface Surroundings {
  readonly folder: ServicesFolder;
  /** The words that keep it off the server's CPU. */
  readonly prefix: readonly string[];
  readonly note: (line: string) => void;
  /** By name, all that the run uses. */
  readonly stores: readonly string[];
}

/** A service that can be spoken to. */
export interface Running {
  /** With its password. */
  readonly address: string;
  readonly description: ServiceDescription;
  /** Why it is not running any more; null while it does, or where we would not know. */
  readonly died: () => string | null;
  readonly stop: () => Promise<void>;
}

/** A service could not be started; the message says what would help. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}

/** What is said of a server that the user named: tells two apart without naming them. */
export function settingsOf(address: string): { readonly server: string } {
  const { host } = new URL(address);
  return { server: createHash("sha256").update(host).digest("hex").slice(0, 12) };
}
