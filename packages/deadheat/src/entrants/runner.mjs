// Serves what a file exports by default, on whichever of the three runtimes: `{ fetch }`, or a handler `(req, res)`. A
// file that exports neither is a program that listens on PORT by itself. Plain JavaScript, so that all can read it.
//   node runner.mjs FILE ADAPTER
import process from "node:process";
import { pathToFileURL } from "node:url";

const [file, adapter] = process.argv.slice(2);
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
  const { listen } = await import(adapter);
  await listen(listenable);
}
