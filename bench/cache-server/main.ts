// Starts a remote cache for turbo on this machine, for trying it: pnpm --filter @deadheat/bench cache-server [folder]
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import process from "node:process";
import { runCommand } from "deadheat/cli";
import { startCacheServer } from "./server.ts";

process.exitCode = await runCommand(async (io) => {
  // pnpm starts a script in its package's folder. INIT_CWD is the user's folder.
  const folder = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? "results/remote-cache");
  const port = Number(process.env.PORT ?? 0);
  const token = process.env.TURBO_TOKEN || randomBytes(16).toString("hex");
  const key = process.env.TURBO_REMOTE_CACHE_SIGNATURE_KEY || randomBytes(24).toString("hex");
  const server = await startCacheServer({ folder, port, token, key });
  io.signal.addEventListener("abort", () => void server.stop());
  io.stdout
    .write(`The artifacts are in ${folder}. Ctrl-C stops the server. To use it, set in the shell of a run:

export TURBO_API=${server.url} TURBO_TEAM=deadheat TURBO_TOKEN=${token}
export TURBO_REMOTE_CACHE_SIGNATURE_KEY=${key}
`);
  await server.ended;
  return 0;
});
