// Preloaded into a server (`node --import`) whose native addon cannot be loaded as it is. Loads the file `copy` instead
// of the file `original`. Modules are resolved once each, before the first request. The URL of this module holds both
// files, so that the server's command shows them.
import { registerHooks } from "node:module";

const files = new URL(import.meta.url).searchParams;
const original = files.get("original");
const copy = files.get("copy");

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    return found.url === original && copy !== null ? { ...found, url: copy } : found;
  },
});
