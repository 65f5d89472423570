import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import process from "node:process";
import { messageOf } from "./errors.ts";

/** The variables that stay: where programs, folders and certificates are, how to print, and settings of deadheat. */
const SHOWN = new RegExp(
  "^(?:PATH|PATHEXT|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_.+|TERM|COLORTERM|COLUMNS|" +
    "NO_COLOR|FORCE_COLOR|CI|XDG_.+_HOME|LD_LIBRARY_PATH|NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|" +
    "SSL_CERT_DIR|DENO_DIR|OHA_BIN|DEADHEAT_.+|INIT_CWD|npm_execpath|npm_config_user_agent|TURBO_HASH)$",
  "i",
);

const hidden: NodeJS.ProcessEnv = {};

/**
 * Returns all variables of this process, also hidden ones. Give them only to a program that needs them and that ends before a
 * server starts.
 */
export function wholeEnvironment(): NodeJS.ProcessEnv {
  return { ...hidden, ...process.env };
}

/** Removes a variable, so that nothing that this process starts gets it, and no report hides its value. */
export function removeVariable(name: string): void {
  delete hidden[name];
  delete process.env[name];
}

/**
 * Hides the user's secrets from the code that is measured. Any process of the user may read the environment of another one,
 * as it was started (/proc/<pid>/environ). So this removes all variables but a short list from `process.env`, and overwrites
 * them where the kernel reads them. Only a command may call it, because its process is its own.
 * @returns null, or the reason why the kernel still shows them
 */
export function hideEnvironment(): string | null {
  const names = Object.keys(process.env).filter((name) => !SHOWN.test(name));
  for (const name of names) {
    hidden[name] = process.env[name];
    delete process.env[name];
  }
  if (process.platform !== "linux") return null;
  try {
    overwrite();
    return null;
  } catch (error) {
    return `measured code can read your environment: ${messageOf(error)}`;
  }
}

/** Overwrites the hidden variables in the memory of this process, where the kernel put them (proc_pid_stat(5)). */
function overwrite(): void {
  const stat = readFileSync("/proc/self/stat", "latin1");
  // The second field, a name in parentheses, may hold anything. env_start and env_end are the fields 50 and 51.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = Number(fields[50 - 3]);
  const memory = openSync("/proc/self/mem", "r+");
  try {
    let at = start;
    for (const entry of readFileSync("/proc/self/environ", "latin1").split("\0")) {
      const name = entry.split("=", 1)[0] ?? "";
      if (!SHOWN.test(name)) writeSync(memory, Buffer.alloc(entry.length), 0, entry.length, at);
      at += entry.length + 1;
    }
  } finally {
    closeSync(memory);
  }
}
