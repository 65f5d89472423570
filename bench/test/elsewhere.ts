import { execFile } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { write } from "../../packages/versions/test/revisions-repository.ts";

// Imitates another user's machine: its own home, PATH and registry.

export interface Elsewhere {
  /** The folder for everything that a command leaves behind. */
  readonly folder: string;
  /** Makes a subfolder with these files. */
  readonly project: (name: string, files: Readonly<Record<string, string>>) => string;
  /** Runs a program there and waits for its end. */
  readonly run: (cwd: string, program: string, ...args: readonly string[]) => Promise<Ended>;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The time limit, longer than any command of a test takes. */
const TIMEOUT_MS = 60_000;

/**
 * @param programs the paths of the programs on PATH, by name, besides npm and the shell that it needs
 * @param env the variables besides PATH and HOME
 */
export function elsewhere(
  folder: string,
  programs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Elsewhere {
  const [bin, home] = [join(folder, "bin"), join(folder, "home")];
  for (const path of [bin, home]) mkdirSync(path, { recursive: true });
  const all = { sh: "/bin/sh", npm: onPath("npm"), npx: onPath("npx"), ...programs };
  for (const [name, path] of Object.entries(all)) symlinkSync(path, join(bin, name));
  const whole = { PATH: bin, HOME: home, NO_COLOR: "1", ...env };
  return {
    folder,
    project: (name, files) => {
      const place = join(folder, name);
      write(place, files);
      return place;
    },
    run: (cwd, program, ...args) =>
      new Promise((resolve, reject) => {
        const options = { cwd, env: whole, timeout: TIMEOUT_MS };
        // The program must not read the test's own input.
        const child = execFile(join(bin, program), args, options, (error, stdout, stderr) => {
          const { code = 0 } = error ?? {};
          if (typeof code === "number") resolve({ code, stdout, stderr });
          else reject(new Error(`${program} ${args.join(" ")}: ${error?.message}\n${stderr}`));
        });
        child.stdin?.end();
      }),
  };
}

/** @throws Error if there is none */
function onPath(name: string): string {
  const found = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not on PATH`);
  return found;
}
