import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { chromium, type Browser } from "playwright-core";
import { attempt } from "@deadheat/journal";

/**
 * Starts a real Chromium: `CHROMIUM` if it is set, else the system's, else that of the npm package @sparticuz/chromium,
 * which is unpacked once into node_modules.
 */
export async function launchChromium(): Promise<Browser> {
  const own = process.env.CHROMIUM ?? systemChromium();
  const { path, env } = own === null ? await packagedChromium() : { path: own, env: {} };
  return chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    // Containers and root have no user namespaces for a sandbox, and the pages are our own files.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--font-render-hinting=none",
    ],
  });
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const elsewhere = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

function systemChromium(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...elsewhere,
  ];
  const isExecutable = (path: string) => attempt(() => accessSync(path, constants.X_OK)) !== null;
  return candidates.find(isExecutable) ?? null;
}

/**
 * Unpacks the package into a folder of ours instead of the temporary directory, whose name anybody can guess. The folder
 * gets its name when it is complete, so an interrupted unpacking is never used.
 */
async function packagedChromium(): Promise<{ path: string; env: NodeJS.ProcessEnv }> {
  const own = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..");
  const manifest = readFileSync(join(own, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const cache = join(import.meta.dirname, "..", "node_modules", ".cache");
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const fresh = mkdtempSync(join(cache, "unpacking-"));
    await unpackInto(fresh, join(own, "bin"));
    try {
      renameSync(fresh, folder);
    } catch (error) {
      // Another process was faster.
      rmSync(fresh, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const path = join(folder, "chromium");
  return { path, env: { ...libraries(path, folder), ...fonts(folder) } };
}

async function unpackInto(folder: string, archives: string): Promise<void> {
  const { inflate } = await import("@sparticuz/chromium");
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    for (const name of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]) {
      await inflate(join(archives, name));
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Returns the package's libraries (NSS, NSPR), for systems that lack them. */
function libraries(path: string, folder: string): NodeJS.ProcessEnv {
  const { stdout, status } = spawnSync("ldd", [path], { encoding: "utf8" });
  if (status === 0 && !stdout.includes("not found")) return {};
  return { LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
}

/** Makes the package's font available, because without a system font there would be no text. */
function fonts(folder: string): NodeJS.ProcessEnv {
  return existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_PATH: join(folder, "fonts") };
}
