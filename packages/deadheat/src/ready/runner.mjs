// Serves the default export of a file on any of the three runtimes: `{ fetch }`, or a handler `(req, res)`. A file that
// exports neither is a program that listens on PORT by itself. Plain JavaScript, so that every runtime can load it.
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
        "the file exports neither { fetch } nor a handler (req, res) by default, and listens on no port. Export one of them, or listen on process.env.PORT",
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

/** Finds the framework's own server, if it has one besides the server of the runtime. */
async function frameworkServer() {
  if (listenable.kind !== "fetch" || !frameworkServers) return { found: null, missing: null };
  const servers = await import(frameworkServers);
  return servers.frameworkServer(exported, file);
}

/** Writes the server of the app to a file for served-by.ts. Only the start that is not measured calls it. */
async function tell(served) {
  const { writeFileSync } = await import("node:fs");
  writeFileSync(`${process.env.DEADHEAT_TRACE}.served`, JSON.stringify(served));
}
