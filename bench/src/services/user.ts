import { execFileSync } from "node:child_process";
import process from "node:process";
import { ServiceError } from "./service.ts";

export interface User {
  readonly uid: number;
  readonly gid: number;
}

const NAME = "postgres";

/**
 * Returns the user that Postgres runs as, because Postgres refuses to run as root. null, the current user, if that is not
 * root. Otherwise the system's user `postgres`, which is created if it is missing.
 * @throws ServiceError if the user can be neither found nor created
 */
export function postgresUser(note: (line: string) => void): User | null {
  if (process.getuid?.() !== 0) return null;
  const known = find();
  if (known) return known;
  for (const [program, ...args] of [
    ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME],
    ["adduser", "-S", "-D", "-H", NAME],
  ] as [string, ...string[]][]) {
    try {
      execFileSync(program, args, { stdio: "ignore" });
      note(`deadheat: created the system user ${NAME}, because Postgres refuses to run as root`);
      break;
    } catch {
      // This system has no such program.
    }
  }
  const created = find();
  if (created) return created;
  throw new ServiceError(
    `Postgres refuses to run as root, and the user ${NAME} cannot be created. ` +
      "Run deadheat as an ordinary user, or set DATABASE_URL",
  );
}

function find(): User | null {
  const number = (flag: string) =>
    Number(
      execFileSync("id", [flag, NAME], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  try {
    return { uid: number("-u"), gid: number("-g") };
  } catch {
    return null;
  }
}
