import { randomBytes } from "node:crypto";
import { withClient, type Connect, type OpenClient } from "@deadheat/measure";

/** The users of the databases on a server. */
export interface Owners {
  /** Returns the address at which the owner of a database reaches it. */
  readonly addressOf: (name: string) => string;
  /** Gives a database that was just made to its owner. */
  readonly own: (name: string) => Promise<void>;
  /** Gives a copy of another database to its owner, with all that is in it. */
  readonly ownCopy: (name: string, from: string) => Promise<void>;
}

/** Returns the owners on a server of the user's, which are all the user of its address. */
export function sameOwner(address: string): Owners {
  const nothing = () => Promise.resolve();
  return { addressOf: (name) => at(address, name).href, own: nothing, ownCopy: nothing };
}

/**
 * Returns the owners on a server that deadheat has started: one for each database, who reaches no other one. An administrator
 * could, and may even start programs, which would be outside of the walls.
 * @param admin a connection of the administrator, whose address is given
 */
export function separateOwners(
  admin: OpenClient,
  address: string,
  connect: Connect<OpenClient>,
): Owners {
  const passwords = new Map<string, string>();
  const passwordOf = (name: string): string => {
    const password = passwords.get(name) ?? randomBytes(18).toString("base64url");
    passwords.set(name, password);
    return password;
  };
  const made = new Set<string>();
  const own = async (name: string) => {
    // Migrations make further databases and users.
    const rights = `LOGIN CREATEDB CREATEROLE PASSWORD '${passwordOf(name)}'`;
    if (!made.has(name)) await admin.query(`CREATE ROLE ${name} ${rights}`);
    made.add(name);
    await admin.query(`ALTER DATABASE ${name} OWNER TO ${name}`);
    await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
  };
  return {
    addressOf: (name) =>
      Object.assign(at(address, name), { username: name, password: passwordOf(name) }).href,
    own,
    ownCopy: async (name, from) => {
      await own(name);
      await withClient(connect, at(address, name).href, (client) =>
        client.query(`REASSIGN OWNED BY ${from} TO ${name}`),
      );
      // That was also the owner of the database which was copied.
      await own(from);
    },
  };
}

function at(address: string, name: string): URL {
  return Object.assign(new URL(address), { pathname: `/${name}` });
}
