import { readManifest, type Manifest, type ProjectFiles } from "./files.ts";
import { linesOf } from "./lines.ts";
import type { FoundServer } from "./found-server.ts";
import { serverByFile } from "./server-file.ts";
import { startedByLine } from "./started.ts";
import { buildsBefore } from "./workspace.ts";

/**
 * Finds the server of a project: what `start:prod`, `start` or `prod` of package.json runs, else what its framework's convention,
 * a Procfile, a Dockerfile, a `serve` or `preview` script, a `dev` script that runs a file, or deno.json names, else an entry
 * or a file in a usual place that listens or exports an app.
 * @returns null if nothing names a server
 * @throws UsageError if package.json is not JSON
 */
export async function findServer(files: ProjectFiles): Promise<FoundServer | null> {
  const manifest = await readManifest(files);
  const server = (await namedServer(files, manifest)) ?? (await serverByFile(files, manifest));
  if (server === null) return null;
  const builds = [...(await buildsBefore(files, manifest)), server.setup ?? []].flat();
  const found = { ...server, setup: builds.length === 0 ? null : builds.join(" && ") };
  if (!("@angular/ssr" in manifest.dependencies)) return found;
  // Angular's server rejects requests whose host is not allowed (seen in @angular/ssr 22.2).
  return { ...found, env: { NG_ALLOWED_HOSTS: "127.0.0.1", ...found.env } };
}

/** Returns the server of the first line that starts one. */
async function namedServer(files: ProjectFiles, manifest: Manifest): Promise<FoundServer | null> {
  for (const named of await linesOf(files, manifest)) {
    const found = await startedByLine(named, files, manifest);
    if (found === null) continue;
    if (named.only === "deno" && found.runtime !== "deno") continue;
    if (named.only === "file" && found.file === null) continue;
    return found;
  }
  return null;
}
