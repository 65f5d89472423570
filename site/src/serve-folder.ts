import { readFileSync, statSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/**
 * Serves a folder as GitHub Pages does: index.html of folders, compressed, no code. What is no address of a file is not
 * found.
 */
export async function serveFolder(folder: string, port = 0) {
  const server = createServer((request, response) => {
    try {
      const { pathname } = new URL(`http://localhost${request.url ?? "/"}`);
      const path = normalize(decodeURIComponent(pathname));
      const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
      if (statSync(file).isDirectory()) {
        response.writeHead(301, { location: `${path}/` }).end();
        return;
      }
      const headers = {
        "content-type": types[extname(file)] ?? "text/plain; charset=utf-8",
        "content-encoding": "gzip",
      };
      response.writeHead(200, headers).end(gzipSync(readFileSync(file)));
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not Found");
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
