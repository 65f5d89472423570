import { spawnSync } from "node:child_process";
import process from "node:process";
import { EnvironmentError } from "@deadheat/journal";

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The time of one of the system's programs, in milliseconds. */
const LONGEST = 30_000;

/**
 * Returns the user that Postgres runs as, because Postgres refuses to run as root: `nobody`. null, the current user, if that
 * is not root.
 * @throws EnvironmentError if the system has no such user
 */
export function postgresUser(): User | null {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, "nobody"], {
      encoding: "utf8",
      timeout: LONGEST,
    });
    return status === 0 ? Number(stdout) : null;
  });
  if (uid != null && gid != null) return { uid, gid };
  throw new EnvironmentError(
    "Postgres refuses to run as root, and this system has no user nobody. " +
      "Run deadheat as an ordinary user, or set DATABASE_URL",
  );
}
