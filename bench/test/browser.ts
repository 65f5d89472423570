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

/**
 * A real Chromium: `CHROMIUM` if set, the system's if there is one, else the one in the npm package
 * @sparticuz/chromium, unpacked once into node_modules.
 */
export async function launchChromium(): Promise<Browser> {
  const own = process.env.CHROMIUM ?? systemChromium();
  const { path, env } = own === null ? await packagedChromium() : { path: own, env: {} };
  return chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    // Containers and root have no user namespaces to sandbox in; what is opened are our own files.
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
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The package unpacks into the temporary directory, whose name anybody can guess; here that is a
 * folder of ours. It gets its name when it is whole: an interrupted unpacking is not mistaken for one.
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
      // Another process was first.
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

/** The libraries that the package brings along (NSS, NSPR), where the system has not got them. */
function libraries(path: string, folder: string): NodeJS.ProcessEnv {
  const { stdout, status } = spawnSync("ldd", [path], { encoding: "utf8" });
  if (status === 0 && !stdout.includes("not found")) return {};
  return { LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
}

/** Without any font of the system's there would be no text. */
function fonts(folder: string): NodeJS.ProcessEnv {
  return existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_PATH: join(folder, "fonts") };
}
