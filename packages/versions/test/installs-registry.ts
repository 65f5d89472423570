import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { freePort } from "@deadheat/measure";

/** A package to publish. */
export interface Published {
  readonly manifest: { readonly name: string; readonly version: string } & Record<string, unknown>;
  readonly files?: Readonly<Record<string, string>>;
  readonly tag?: string;
}

/** A registry on loopback (verdaccio) behind a proxy that counts requests and can fail. */
export interface Registry {
  readonly url: string;
  readonly folder: string;
  /** The paths of the requested tarballs. */
  readonly tarballs: string[];
  /** Called for each tarball. Returns true if it has answered or never will. */
  onTarball: (response: ServerResponse) => boolean;
  down: boolean;
  readonly publish: (published: Published) => Promise<void>;
  readonly publishTarball: (path: string) => Promise<void>;
  /** Moves a tag. */
  readonly tag: (name: string, tag: string, version: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Returns the variables with which npm asks a registry, has seen nothing, and has no settings of the user's. */
export function npmAsking({ url }: Pick<Registry, "url">, folder: string) {
  writeFileSync(join(folder, "npmrc"), "");
  return {
    npm_config_registry: url,
    npm_config_cache: join(folder, "npm"),
    npm_config_userconfig: join(folder, "npmrc"),
  };
}

/** The registry for packages that are not published here. */
export interface Uplink {
  readonly url: string;
  /** Patterns of names that are only looked up here. */
  readonly but: readonly string[];
}

export async function startRegistry(uplink: Uplink | null = null): Promise<Registry> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "deadheat-registry-")));
  const port = await freePort();
  const verdaccio = startVerdaccio(folder, port, uplink);
  const direct = `http://127.0.0.1:${port}`;
  const token = await tokenOf(direct);
  const server = createServer((incoming, response) => forward(registry, port, incoming, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const env = {
    npm_config_registry: direct,
    [`npm_config_//127.0.0.1:${port}/:_authToken`]: token,
  };
  const registry: Registry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    tarballs: [],
    onTarball: () => false,
    down: false,
    publish: (published) => publish(published, folder, direct, token),
    publishTarball: (path) => npmPublish([path], folder, folder, env),
    tag: async (name, tag, version) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = JSON.stringify(version);
      const address = `${direct}/-/package/${name}/dist-tags/${tag}`;
      const { ok, status } = await fetch(address, { method: "PUT", headers, body });
      if (!ok) throw new Error(`${address}: ${status}`);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      verdaccio.kill("SIGKILL");
      await once(verdaccio, "exit");
      rmSync(folder, { recursive: true });
    },
  };
  return registry;
}

function startVerdaccio(folder: string, port: number, uplink: Uplink | null) {
  const require = createRequire(import.meta.url);
  const program = join(dirname(require.resolve("verdaccio/package.json")), "bin/verdaccio");
  const config = join(folder, "config.yaml");
  const rights = { access: "$all", publish: "$all" };
  const own = (uplink?.but ?? []).map((pattern) => [pattern, rights] as const);
  // JSON is valid YAML.
  const settings = {
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "htpasswd") } },
    ...(uplink && { uplinks: { elsewhere: { url: uplink.url } } }),
    packages: {
      ...Object.fromEntries(own),
      "**": { ...rights, ...(uplink && { proxy: "elsewhere" }) },
    },
    log: { type: "stdout", format: "json", level: "fatal" },
  };
  writeFileSync(config, JSON.stringify(settings));
  return spawn(process.execPath, [program, "--config", config, "--listen", `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: "ignore",
  });
}

/** Returns the token of a new user, as soon as the registry answers. */
async function tokenOf(direct: string): Promise<string> {
  const body = JSON.stringify({ name: "test", password: "only for this test" });
  const headers = { "content-type": "application/json" };
  for (let tries = 0; tries < 200; tries++) {
    try {
      const address = `${direct}/-/user/org.couchdb.user:test`;
      const answer = await fetch(address, { method: "PUT", headers, body });
      return ((await answer.json()) as { token: string }).token;
    } catch {
      await sleep(100);
    }
  }
  throw new Error("the registry does not start");
}

/** Sends a package as `npm publish` does, which would start npm for each. */
async function publish(
  { manifest, files = {}, tag = "latest" }: Published,
  folder: string,
  direct: string,
  token: string,
): Promise<void> {
  const { name, version } = manifest;
  const source = join(folder, "sources", `${name}-${version}`);
  for (const [path, text] of Object.entries({
    "package.json": JSON.stringify(manifest),
    ...files,
  })) {
    const file = join(source, "package", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o755 });
  }
  const packed = await execa("tar", ["-cz", "-C", source, "package"], { encoding: "buffer" });
  const tarball = Buffer.from(packed.stdout);
  const hash = (algorithm: string, encoding: "hex" | "base64") =>
    createHash(algorithm).update(tarball).digest(encoding);
  const dist = {
    integrity: `sha512-${hash("sha512", "base64")}`,
    shasum: hash("sha1", "hex"),
    tarball: `${direct}/${name}/-/${basename(name)}-${version}.tgz`,
  };
  const body = {
    _id: name,
    name,
    "dist-tags": { [tag]: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
    _attachments: {
      [`${name}-${version}.tgz`]: {
        content_type: "application/octet-stream",
        data: tarball.toString("base64"),
        length: tarball.length,
      },
    },
  };
  const { ok, status } = await fetch(`${direct}/${name.replace("/", "%2f")}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`${name} ${version} cannot be published: ${status}`);
}

async function npmPublish(
  args: readonly string[],
  cwd: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await execa("npm", ["publish", ...args, "--cache", join(folder, "npm")], { cwd, env });
}

/** Forwards a request with the caller's host, which the registry writes into the addresses of tarballs. */
function forward(
  registry: Registry,
  port: number,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, url = "/", headers } = incoming;
  if (registry.down) {
    incoming.socket.destroy();
    return;
  }
  if (url.endsWith(".tgz")) {
    registry.tarballs.push(url);
    if (registry.onTarball(response)) return;
  }
  const outgoing = request({ port, host: "127.0.0.1", path: url, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  incoming.pipe(outgoing);
}
