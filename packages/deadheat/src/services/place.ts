import type { ServiceUse } from "@deadheat/judge";
import type { DatabaseService } from "../config/services.ts";

/** The data of one server in a service. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
  /** The environment variables of `prepare`, whose data each restoring copies. */
  readonly seedEnv: Readonly<Record<string, string>>;
  /** Runs after `prepare`. Returns what it made, without the values: the tables and their numbers of rows. */
  readonly finish: () => Promise<string>;
  /** Makes the data of the server as they were after `prepare`. */
  readonly restore: () => Promise<void>;
  /** Returns another place with the same data. */
  readonly copy: () => Place;
}

/** A service that runs, or that the user runs. */
export interface RunningStore {
  readonly about: Omit<ServiceUse, "cpus">;
  /** The process that leads it; null if deadheat did not start it. */
  readonly pid: number | null;
  /** Returns the reason why the service ended; null while it runs, or if deadheat cannot know. */
  readonly died: () => string | null;
  readonly place: () => Promise<Place>;
  readonly stop: () => Promise<void>;
}

export function addressEnv(
  address: string,
  { variable, env }: Pick<DatabaseService, "variable" | "env">,
): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(address);
  const parts: Record<string, string> = {
    url: address,
    host: hostname,
    port,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  };
  const filled = Object.entries(env).map(([name, text]) => [
    name,
    text.replace(/\{(\w+)\}/g, (whole, part: string) => parts[part] ?? whole),
  ]);
  return { [variable]: address, ...Object.fromEntries(filled) };
}

/** Returns a place for a service that all servers share. */
export function sharedPlace(env: Readonly<Record<string, string>>): Place {
  const place: Place = {
    env,
    seedEnv: env,
    finish: () => Promise.resolve(""),
    restore: () => Promise.resolve(),
    copy: () => place,
  };
  return place;
}
