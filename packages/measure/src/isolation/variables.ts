import process from "node:process";

/** The variables by which a configuration could have its own code loaded into the programs that put up walls (ld.so(8), sh(1), mount(8)). */
const STEERING =
  /^(?:PATH|IFS|ENV|PS4|LD_.*|LIBMOUNT_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|BASH.*|SHELLOPTS)$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment of the programs that put up walls for a program: its own, but for what steers them. */
export function wallsEnvironment(env: Environment): Record<string, string | undefined> {
  const early = Object.entries(env).filter(([name]) => !STEERING.test(name));
  return { ...Object.fromEntries(early), PATH: process.env.PATH ?? "" };
}

/**
 * Returns the words for `LATE`, which give a program inside of walls the rest of its environment. All others stay variables, since every
 * user can read arguments.
 */
export function lateWords(env: Environment): string[] {
  // A shell cannot set others, such as the functions that Bash exports.
  const late = Object.entries(env).filter(
    ([name, text]) => STEERING.test(name) && /^\w+$/.test(name) && text !== undefined,
  );
  return [
    ...("PATH" in env ? [] : ["PATH"]),
    ...late.map(([name, text]) => `${name}=${text}`),
    "--",
  ];
}

/** A line of shell that sets the variables of `lateWords`, and goes on as the program after them. */
export const LATE = `while [ "$1" != -- ]; do case $1 in *=*) export "$1";; *) unset "$1";; esac; shift; done; shift; exec "$@"`;
