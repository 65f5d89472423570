import { resolve } from "node:path";
import type { Service } from "./config.ts";

/** A service of the user's servers, and the environment variable with its address. */
export type ReadService = DatabaseService | ProgramService;

/** A database. Each server gets its own. */
export interface DatabaseService {
  readonly kind: "postgres" | "redis";
  /** The environment variable that carries its address. If the user has set it, that database is used. */
  readonly variable: string;
  /** Further variables with parts of the address: `{url}`, `{host}`, `{port}`, `{user}`, `{password}`, `{database}`. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program that all servers share. */
export interface ProgramService {
  readonly kind: "program";
  /** The program and its arguments. `{port}` is replaced by its port. */
  readonly command: readonly string[];
  /** The environment variable that carries its port. */
  readonly port: string;
  /** The environment variables of the servers. `{port}` is replaced by the port of the program. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface ReadServices {
  readonly services: readonly ReadService[];
  readonly prepare: string | null;
}

/** A service that deadheat starts: `postgres`, or `postgres=PG_URL` for another variable than `DATABASE_URL`. */
export const SERVICE = /^(postgres|redis)(?:=([A-Za-z_]\w*))?$/;

const variables = { postgres: "DATABASE_URL", redis: "REDIS_URL" } as const;

/** The variables that every client of Postgres reads (libpq, node-postgres). */
const usual = {
  postgres: {
    PGHOST: "{host}",
    PGPORT: "{port}",
    PGUSER: "{user}",
    PGPASSWORD: "{password}",
    PGDATABASE: "{database}",
  },
  redis: {},
} as const;

/** @param folder the folder that a program runs in */
export function readService(service: Service, folder: string): ReadService {
  if (typeof service !== "string" && "service" in service) {
    const { service: kind, env } = service;
    return { kind, variable: variables[kind], env: { ...usual[kind], ...env } };
  }
  if (typeof service !== "string") {
    const { command, port = "PORT", env } = service;
    const words = typeof command === "string" ? command.trim().split(/\s+/) : command;
    return { kind: "program", command: words, port, env, cwd: resolve(folder) };
  }
  const [, name, variable] = SERVICE.exec(service) ?? [];
  const kind = name === "redis" ? name : "postgres";
  return { kind, variable: variable ?? variables[kind], env: usual[kind] };
}
