// Serves what a file exports by default, on whichever of the three runtimes: `{ fetch }`, or a handler `(req, res)`. A
// file that exports neither is a program that listens on PORT by itself. Plain JavaScript, so that all can read it.
//   node runner.mjs FILE ADAPTER [FRAMEWORK-SERVER]
import process from "node:process";
import { pathToFileURL } from "node:url";

const [file, adapter, frameworkServers] = process.argv.slice(2);
const { default: exported } = await import(pathToFileURL(file).href);
const listenable =
  typeof exported?.fetch === "function"
    ? { kind: "fetch", fetch: exported.fetch.bind(exported) }
    : typeof exported === "function"
      ? { kind: "node", handler: exported }
      : null;
if (listenable === null) {
  process.once("exit", (code) => {
    if (code === 0)
      console.error(
        "it exports neither { fetch } nor a handler (req, res) by default, and listens on no port: process.env.PORT is the one to listen on",
      );
  });
} else {
  const { found, missing } = await frameworkServer();
  if (process.env.DEADHEAT_TRACE) await tell({ kind: listenable.kind, found, missing });
  if (found === null) {
    const { listen } = await import(adapter);
    await listen(listenable);
  } else {
    process.once("SIGTERM", () => process.exit(0));
    await found.listen({ hostname: "127.0.0.1", port: Number(process.env.PORT) });
  }
}

/** The framework's own server, where it has one beside those of the runtime. */
async function frameworkServer() {
  if (listenable.kind !== "fetch" || !frameworkServers) return { found: null, missing: null };
  const servers = await import(frameworkServers);
  return servers.frameworkServer(exported, file);
}

/** What serves the app, for served-by.ts: only the start that is not measured writes it down. */
async function tell(served) {
  const { writeFileSync } = await import("node:fs");
  writeFileSync(`${process.env.DEADHEAT_TRACE}.served`, JSON.stringify(served));
}
