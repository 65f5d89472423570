import { basename } from "node:path";
import type { Config, Request } from "../config/config.ts";
import type { Manifest } from "../find/files.ts";
import { writtenOf, type Candidates, type LeftOut } from "../routes/candidate.ts";
import { grouped } from "../routes/words.ts";
import type { Needs } from "../routes/found-routes.ts";
import type { FoundServer } from "../find/found-server.ts";

/** @param routes the requests that the server answers; null if it could not be asked */
export function configOf(
  server: FoundServer,
  folder: string,
  routes: Candidates | null = null,
  needs: Needs = {},
): Config {
  const { command, env, file, runtime, setup, path } = server;
  const found = routes?.found ?? [];
  // A mix needs two requests.
  const isMix = found.filter(({ count }) => count !== null).length > 1;
  const known = grouped(found).flatMap(({ requests }) =>
    requests.map((one) => writtenOf(isMix ? one : { ...one, count: null })),
  );
  const others = {
    ...needs,
    requests: known.length > 0 ? known : [`GET ${path ?? "/"}`],
    gate: "5%",
  };
  const hasEnv = Object.keys(env).length > 0;
  const direct = command === null || (!hasEnv && command.join(" ") === `${runtime} ${file}`);
  // A file that a build makes is not in the working tree, where the file of `app` must be.
  if (file !== null && direct && setup === null) {
    return { app: `./${file}`, targets: [`./${file}`], runtimes: [runtime], ...others };
  }
  const words = command ?? [runtime, file ?? ""];
  const plain = words.every((word) => /^[^\s"'`|&;<>$]+$/.test(word));
  const label = basename(folder).replaceAll(/^[^A-Za-z0-9]+|[^\w.-]/g, "") || "server";
  const target = {
    label,
    command: plain ? words.join(" ") : words,
    runtime,
    ...(hasEnv && { env }),
    ...(setup !== null && { setup }),
  };
  return { targets: [target], ...others };
}

/** The most routes that are listed as left out. */
const MOST_LEFT = 100;

/** Returns the requests, one in each line and under the first part of their paths, and those that were left out. */
function requestsText(requests: readonly Request[], left: readonly LeftOut[]): string {
  if (requests.length < 2 && left.length === 0) return JSON.stringify(requests);
  const groupOf = (one: Request) => {
    const line = typeof one === "string" ? one : "path" in one ? one.path : (one.request ?? "");
    return `/${/\/([^/?]*)/.exec(line)?.[1] ?? ""}`;
  };
  const lines = requests.flatMap((one, i) => {
    const group = groupOf(one);
    const before = requests[i - 1];
    const isNew = before === undefined || groupOf(before) !== group;
    return [...(isNew ? [`    // ${oneLine(group)}`] : []), `    ${JSON.stringify(one)},`];
  });
  const some = left.slice(0, MOST_LEFT);
  const out = some.map(({ request, why }) => `    //   ${oneLine(request)}: ${oneLine(why)}`);
  const more = left.length > some.length ? [`    //   and ${left.length - some.length} more`] : [];
  const head = left.length > 0 ? ["    // Left out:"] : [];
  return `[\n${[...lines, ...head, ...out, ...more].join("\n")}\n  ]`;
}

/** A path comes from the server, and must not end its comment. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ").slice(0, 200);
}

/**
 * Returns a configuration as the text of an ES module. It is JavaScript in any project: the compiler of a TypeScript project
 * would compile a `.ts` file too.
 */
export function configText(
  config: Config,
  why: string,
  manifest: Manifest,
  left: readonly LeftOut[] = [],
): string {
  const typed = "deadheat" in { ...manifest.dependencies, ...manifest.devDependencies };
  const comments: Partial<Record<keyof Config, string>> = {
    app: `The server, by ${why}.`,
    targets:
      "app" in config
        ? "The servers that `deadheat gate` and `deadheat run` measure."
        : `The server, by ${why}.`,
    env: "The variables of yours that the servers get.",
    services: "The databases that deadheat starts. Each server has its own data.",
    prepare: "Fills them.",
    requests: 'The requests that matter to you, such as "POST /echo" (docs/config.md).',
    gate: "How much slower a change may be.",
  };
  const lines = Object.entries(config).flatMap(([field, value]) => {
    const comment = comments[field as keyof Config];
    return [
      ...(comment === undefined ? [] : [`  // ${comment}`]),
      `  ${field}: ${field === "requests" ? requestsText(config.requests ?? [], left) : JSON.stringify(value)},`,
    ];
  });
  const type = typed ? '/** @type {import("deadheat").Config} */\n' : "";
  return `${type}export default {\n${lines.join("\n")}\n};\n`;
}
