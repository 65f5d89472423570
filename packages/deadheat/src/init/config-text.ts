import { basename } from "node:path";
import type { Config } from "../config/config.ts";
import type { Manifest } from "../find/files.ts";
import type { FoundServer } from "../find/found-server.ts";

export function configOf(server: FoundServer, folder: string): Config {
  const { command, env, file, runtime, setup, path } = server;
  const limits = { requests: [`GET ${path ?? "/"}`], gate: "5%" };
  const hasEnv = Object.keys(env).length > 0;
  const direct = command === null || (!hasEnv && command.join(" ") === `${runtime} ${file}`);
  // A file that a build makes is not in the working tree, where the file of `app` must be.
  if (file !== null && direct && setup === null) {
    return { app: `./${file}`, targets: [`./${file}`], runtimes: [runtime], ...limits };
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
  return { targets: [target], ...limits };
}

/**
 * Returns a configuration as the text of an ES module. It is JavaScript in any project: the compiler of a TypeScript project
 * would compile a `.ts` file too.
 */
export function configText(config: Config, why: string, manifest: Manifest): string {
  const typed = "deadheat" in { ...manifest.dependencies, ...manifest.devDependencies };
  const comments: Partial<Record<keyof Config, string>> = {
    app: `The server, by ${why}.`,
    targets:
      "app" in config
        ? "The servers that `deadheat gate` and `deadheat run` measure."
        : `The server, by ${why}.`,
    requests: 'The requests that matter to you, such as "POST /echo" (docs/config.md).',
    gate: "How much slower a change may be.",
  };
  const lines = Object.entries(config).flatMap(([field, value]) => {
    const comment = comments[field as keyof Config];
    return [
      ...(comment === undefined ? [] : [`  // ${comment}`]),
      `  ${field}: ${JSON.stringify(value)},`,
    ];
  });
  const type = typed ? '/** @type {import("deadheat").Config} */\n' : "";
  return `${type}export default {\n${lines.join("\n")}\n};\n`;
}
