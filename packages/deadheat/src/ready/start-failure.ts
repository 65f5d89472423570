import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt, cacheDirectory, publishable, readText } from "@deadheat/journal";
import type { FailedStart } from "@deadheat/measure";
import semver from "semver";
import type { LeftOut } from "@deadheat/versions";
import type { Installed } from "./installed.ts";
import { syntaxErrorIn } from "./syntax-error.ts";

type Failing = Pick<
  Installed,
  "name" | "cwd" | "program" | "scripts" | "runtime" | "found" | "copyOf"
>;

/**
 * Returns why a server did not start: one sentence with its own words, what to try next, and more of its words.
 * @param leftOut what its folder lacks although git tracks it
 */
export function startFailure(
  side: Failing,
  start: FailedStart,
  leftOut: LeftOut = { submodules: [], pointers: [] },
): string {
  // The words have `$PWD` or `~` for the server's folder (journal, `publishable`).
  const folder = `${publishable(side.cwd)}/`;
  const left = onLeftOut(leftOut);
  const syntax = syntaxErrorIn(start.words.replaceAll(folder, `${side.cwd}/`), side.cwd);
  if (syntax !== null) {
    // A pointer in the place of a program or of its JSON is an error of syntax too.
    const [where, ...source] = syntax.split("\n");
    const advice = left ?? onTypes(syntax);
    return [`${side.name} cannot start: ${where}${advice ? `. ${advice}` : ""}`, ...source].join(
      "\n",
    );
  }
  const words = start.words.replaceAll(`file://${folder}`, "./").replaceAll(folder, "./");
  const lines = distinctLines(words);
  const telling = tellingLine(lines);
  const how = start.how.startsWith("exited") ? `${start.how} before it was ready` : start.how;
  const said = telling === null ? "" : `: ${JSON.stringify(telling)}`;
  const advice = onPort(side, start) ?? left ?? adviceOn(side, start, telling ?? "");
  const at = lines.findIndex((line) => line.trim() === telling);
  const more = lines.slice(at, at + MOST_LINES);
  const first = `${side.name}: ${how}${said}${advice === null ? "" : `. ${advice}`}`;
  return [first, ...(more.length > 1 ? more : [])].join("\n");
}

/** The lines from the telling one on, which say where it happened. */
const MOST_LINES = 8;

/** Some programs (Adonis) write one word a line if there is no terminal. */
const WORD_BY_WORD = /(?:^[^\S\n]*\S+[^\S\n]*(?:\n|$)){4,}/gm;

/** Returns the lines without repetitions. */
function distinctLines(words: string): string[] {
  const whole = words.replace(WORD_BY_WORD, (run) => `${run.trim().replaceAll(/\s+/g, " ")}\n`);
  const lines = whole.split("\n").map((line) => line.trimEnd());
  return lines.filter((line, i) => line.trim() !== "" && lines.indexOf(line) === i);
}

const TELLING =
  /^\s*(?:Uncaught )?(?:[\w.]*(?:Error|Exception)\b|error\b|fatal\b|panic\b|✖|Missing\b)/i;

/** Returns the line that names the cause: the first one that begins as errors do, else the last one that is no stack. */
function tellingLine(lines: readonly string[]): string | null {
  const own = lines.map(ofJson).map((line) => line.trim());
  const found =
    own.find((line) => TELLING.test(line)) ??
    own.findLast((line) => !/^(?:at |Node\.js v|[{}\])^]|\w+: .*,?$)/.test(line)) ??
    own.at(-1);
  return found?.slice(0, 300) ?? null;
}

/** Returns the message of a line that a logger wrote as JSON, such as pino. */
function ofJson(line: string): string {
  const logged = attempt(() => JSON.parse(line) as Record<string, unknown> | null);
  const { err, msg, message } = logged ?? {};
  const inner = (err as { message?: unknown } | undefined)?.message;
  const text = inner ?? msg ?? message;
  return typeof text === "string" ? `${inner === undefined ? "" : "Error: "}${text}` : line;
}

function adviceOn(side: Failing, start: FailedStart, telling: string): string | null {
  return (
    onIsolation(start.how) ??
    onProgram(telling) ??
    onScripts(side, start.words) ??
    onModule(telling) ??
    onEnvFile(telling) ??
    onVariable(telling) ??
    onService(start.words) ??
    onStatus(start.how) ??
    (start.how.startsWith("exited with code 0") && !TELLING.test(telling)
      ? "It ended without listening. If this is not the server, choose another file or command with --app or --command."
      : start.words === "" && !start.how.startsWith("exited")
        ? "It must listen on process.env.PORT. If this is not the server, choose another file or command with --app or --command."
        : (onEngine(side) ?? startItYourself(side)))
  );
}

/** Returns nothing for a changed copy, which is removed at the end. */
function startItYourself({ cwd, copyOf }: Failing): string | null {
  return copyOf === undefined ? `To see more, start it yourself in ${cwd}, with PORT set.` : null;
}

function onIsolation(how: string): string | null {
  return how.startsWith("could not be isolated")
    ? "If you trust its code, start it without isolation: --no-isolation."
    : null;
}

/** Returns the advice for a program of a command that is not there, as sh and setpriv report it. */
function onProgram(telling: string): string | null {
  const [, name] =
    /(?:exec: |failed to execute )(\S+): (?:not found|No such file)/.exec(telling) ?? [];
  if (name === undefined) return null;
  return `${name} is not on PATH. Install it, or choose another command with --command.`;
}

function onPort({ program }: Failing, { words, elsewhere }: FailedStart): string | null {
  const example = elsewhere[0] ?? 3000;
  if (elsewhere.length > 0) {
    return program.kind === "command"
      ? `Pass the port in its command, such as --port {port}, or let its code listen on process.env.PORT instead of ${example}.`
      : `Let it listen on process.env.PORT: Number(process.env.PORT) || ${example}.`;
  }
  if (!/EADDRINUSE|AddrInUse|in use/.test(words)) return null;
  return "Two servers run at once, so each must listen on its own port: let it listen on process.env.PORT.";
}

const PLAIN = /^\w[\w@:./~+-]*$/;

/** Returns the advice to complete a folder. It does not say that this is the cause, since nobody has seen what the server reads. */
function onLeftOut({ submodules, pointers }: LeftOut): string | null {
  const [module] = submodules;
  if (module !== undefined) {
    const { path, url } = module;
    const words = `${path} is a submodule, whose files a checkout does not have.`;
    // A line to copy has nothing that a shell would read in another way: the revision may be a stranger's.
    const [place, address] = [path, url ?? ""].map((one) => (PLAIN.test(one) ? one : null));
    if (!place) return `${words} Fetch them with --setup.`;
    return (
      `${words} Add --setup 'git clone ${address ?? "<address>"} ${place} && ` +
      `git -C ${place} checkout $(git rev-parse HEAD:./${place})'.`
    );
  }
  if (pointers.length === 0) return null;
  const more = pointers.length > 1 ? ` and ${pointers.length - 1} more` : "";
  return (
    `Git LFS has the content of ${pointers[0]}${more}, and the checkout has only a pointer. Install git-lfs, run ` +
    "`git lfs install`, and remove the checkout with `deadheat cache prune --all`."
  );
}

const NOT_LOADED =
  /Cannot find module|MODULE_NOT_FOUND|binding|\.node\b|native|dlopen|ELF|did not initialize|not (?:be|been) (?:found|loaded)|install \w|Could not l(?:oad|ocate)|binary|prebuil|platform/i;

/** Returns the advice to run the install script of a package that could not be loaded. */
function onScripts({ cwd, scripts }: Failing, words: string): string | null {
  // In a folder of the user's own, the user's package manager decides which scripts run.
  if (!NOT_LOADED.test(words) || !cwd.startsWith(cacheDirectory())) return null;
  const named = [
    ...words.matchAll(
      /node_modules[/\\]((?:@[\w.-]+[/\\])?[\w.-]+)|["'`]((?:@[\w-]+\/)?[\w.-]+)["'`]|\binstall ((?:@[\w-]+\/)?[\w-]+)/g,
    ),
  ];
  const names = named.map(([, path, quoted, wanted]) => path ?? quoted ?? wanted ?? "");
  const found = [...new Set(names)].find(
    (name) => !scripts.includes(name) && hasInstallScript(cwd, name),
  );
  if (found === undefined) return null;
  return (
    `${found} has an install script, which deadheat does not run unless you allow it. Add --allow-scripts ${found}, ` +
    `or scripts: ["${found}"] to deadheat.config.`
  );
}

/** Returns whether npm would run a script when it installs this package, looking in the folders above as Node does. */
function hasInstallScript(folder: string, name: string): boolean {
  if (!/^(?:@[\w.-]+\/)?[\w-][\w.-]*$/.test(name)) return false;
  const own = join(folder, "node_modules", name);
  if (existsSync(join(own, "package.json"))) {
    const { scripts = {} } = manifestIn(own) ?? {};
    const has = ["preinstall", "install", "postinstall"].some((one) => Object.hasOwn(scripts, one));
    return has || existsSync(join(own, "binding.gyp"));
  }
  const parent = dirname(folder);
  return parent !== folder && hasInstallScript(parent, name);
}

interface Manifest {
  readonly scripts?: object;
  readonly engines?: { readonly node?: unknown };
}

function manifestIn(folder: string): Manifest | null {
  return attempt(() => JSON.parse(readText(join(folder, "package.json"))) as Manifest);
}

/** Node only leaves types out. An enum, or a property in the parameters of a constructor, needs a compiler. */
function onTypes(syntax: string): string | null {
  if (!syntax.includes("ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX")) return null;
  return (
    'Name what a build makes of it, such as --app dist/server.js with --setup "npm run build", or run it on another runtime, ' +
    "such as ./server.ts/bun"
  );
}

function onModule(telling: string): string | null {
  const [, name] = /Cannot find (?:module|package) '([^']+)'/.exec(telling) ?? [];
  if (name === undefined) return null;
  return /^[./~]|^\w:/.test(name)
    ? 'If a build writes that file, add it: --setup "npm run build".'
    : `Add ${name} to the dependencies in package.json, and commit the lockfile.`;
}

/** Node exits at once if the file of `--env-file` is missing. Git usually ignores that file, so a checkout does not have it. */
function onEnvFile(telling: string): string | null {
  const [, file] = /^\S*node\S*: (\S*\.env\S*): not found$/.exec(telling) ?? [];
  if (file === undefined) return null;
  return (
    `A checkout has only the files that git tracks, and ${file} is none of them. Start the server without it, such as ` +
    `--command "node server.js", and pass its variables with --env ${file}.`
  );
}

/** Words that are written in capitals and are no variables. */
const NO_VARIABLE = /^(?:ERR_|E[A-Z]+$|NODE_ENV$|MODULE_NOT_FOUND$|NODE_MODULE_VERSION$)/;
const ABOUT_VARIABLES =
  /\benv|environment|variable|missing|required?|not (?:set|found|defined|provided)|undefined|must be|invalid/i;

function onVariable(telling: string): string | null {
  if (!ABOUT_VARIABLES.test(telling)) return null;
  const names = telling.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
  const name = names.find((one) => !NO_VARIABLE.test(one));
  if (name === undefined) return null;
  return `Servers get only the variables that you name. Set ${name} and add --env ${name}, or pass a file: --env .env.`;
}

/** The services by their usual ports. deadheat can start those with a name for `--service`. */
const SERVICES: Readonly<Record<string, { readonly name: string; readonly service?: string }>> = {
  3306: { name: "MySQL" },
  5432: { name: "Postgres", service: "postgres" },
  6379: { name: "Redis", service: "redis" },
  27017: { name: "MongoDB" },
};

function onService(words: string): string | null {
  const [, port = ""] = /ECONNREFUSED[^\n]*?:(\d+)/.exec(words) ?? [];
  if (port === "") return null;
  const { name, service } = SERVICES[port] ?? { name: "the service" };
  const started =
    service === undefined
      ? ""
      : ` Or let deadheat start one: --service ${service} --prepare "<command that fills it>".`;
  return `Start ${name} on port ${port} first, or name where it runs in a variable that the server gets with --env.${started}`;
}

/** Returns the advice to use a version of Node that the project asks for, if this one is another. */
function onEngine({ cwd, runtime, found }: Failing): string | null {
  if (runtime !== "node") return null;
  const asked = manifestIn(cwd)?.engines?.node;
  const range = typeof asked === "string" ? semver.validRange(asked) : null;
  if (range === null || semver.satisfies(found.version, range)) return null;
  const wanted = semver.minVersion(range)?.major;
  return `package.json asks for Node ${asked}, and this is Node ${found.version}. Try --runtime node@${wanted}.`;
}

function onStatus(how: string): string | null {
  const [, request = "", status = ""] =
    /: (\w+ \S+) gets a response with status (\d+)/.exec(how) ?? [];
  if (status === "") return null;
  return `Choose a request that works with --request "GET /path". If ${request} needs a variable or a service, pass it with --env.`;
}
