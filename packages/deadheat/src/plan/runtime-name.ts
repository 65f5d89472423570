import { UsageError } from "@deadheat/journal";
import { readApp, readRuntime, suffixOf } from "../config/runtime.ts";

const LABEL = /^([A-Za-z0-9][\w.-]{0,63}=)(.+)$/;

/**
 * Returns the server that the name of a runtime means: with `--app ./server.mjs`, `bun@1.3.5` is `./server.mjs/bun@1.3.5`.
 * Returns any other name as it is. To measure the package of that name, write `npm:bun@1.3.5`.
 * @param app the value of `--app`
 * @throws UsageError if a runtime with a version stands alone, or `--app` names another runtime
 */
export async function onNamedRuntime(
  text: string,
  app: string | undefined,
  {
    cwd,
    isRevision,
  }: { readonly cwd: string; readonly isRevision: (name: string) => Promise<boolean> },
): Promise<string> {
  const [, label = "", named = text] = LABEL.exec(text) ?? [];
  const runtime = readRuntime(named);
  if (runtime === null || (await isRevision(named))) return text;
  if (app === undefined) {
    if (runtime.version === null) return text;
    throw new UsageError(
      `${text} is a runtime. Name the server that runs on it: ./server.mjs/${named}, or add --app ./server.mjs. ` +
        `(The package of that name is npm:${named}.)`,
    );
  }
  const { file, runtime: own } = readApp(app, cwd);
  if (own !== null && own.name !== runtime.name) {
    throw new UsageError(
      `${text} and --app ${app} name different runtimes. Leave ${suffixOf(own)} out`,
    );
  }
  return `${label}${file}${suffixOf(runtime)}`;
}
