// Preloaded into a server (`node --import`) whose native addon cannot be loaded as it is: wherever the
// file `original` would be loaded, `copy` is. Modules are resolved once each, before the first
// request. Both are in this module's own address, so that they are seen in the server's command.
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
