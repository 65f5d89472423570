import { execFileSync } from "node:child_process";
import process from "node:process";
import { ServiceError } from "./service.ts";

export interface User {
  readonly uid: number;
  readonly gid: number;
}

const NAME = "postgres";

/**
 * As whom Postgres runs, since it refuses to run as root: null (as ourselves) for an ordinary user,
 * else the system's user `postgres`, created where it is missing.
 * @throws ServiceError when it can be neither found nor created.
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
      note(`deadheat: created the system user ${NAME}: Postgres refuses to run as root`);
      break;
    } catch {
      // Not on this system.
    }
  }
  const created = find();
  if (created) return created;
  throw new ServiceError(
    `Postgres refuses to run as root, and the user ${NAME} cannot be created: ` +
      "run deadheat as an ordinary user, or set DATABASE_URL",
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
