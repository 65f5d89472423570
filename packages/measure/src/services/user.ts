import { spawnSync } from "node:child_process";
import process from "node:process";
import { EnvironmentError } from "../errors.ts";

export interface User {
  readonly uid: number;
  readonly gid: number;
}

const NAME = "postgres";
/** The time of one of the system's programs, in milliseconds. */
const LONGEST = 30_000;

/**
 * Returns the user that Postgres runs as, because Postgres refuses to run as root. null, the current user, if that is not
 * root. Otherwise the system's user `postgres`, which is created if it is missing.
 * @throws EnvironmentError if the user can be neither found nor created
 */
export function postgresUser(note: (line: string) => void): User | null {
  if (process.getuid?.() !== 0) return null;
  const known = find();
  if (known) return known;
  const programs = [
    ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME],
    ["adduser", "-S", "-D", "-H", NAME],
  ] as [string, ...string[]][];
  // A system has at least one of the two programs.
  const isMade = programs.some(
    ([program, ...args]) =>
      spawnSync(program, args, { stdio: "ignore", timeout: LONGEST }).status === 0,
  );
  if (isMade)
    note(`deadheat: created the system user ${NAME}, because Postgres refuses to run as root`);
  const created = find();
  if (created) return created;
  throw new EnvironmentError(
    `Postgres refuses to run as root, and the user ${NAME} cannot be created. ` +
      "Run deadheat as an ordinary user, or set DATABASE_URL",
  );
}

function find(): User | null {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, NAME], {
      encoding: "utf8",
      timeout: LONGEST,
    });
    return status === 0 ? Number(stdout) : null;
  });
  return uid == null || gid == null ? null : { uid, gid };
}
