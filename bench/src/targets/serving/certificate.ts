import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { X509Certificate } from "node:crypto";
import { dirname, join } from "node:path";
import { cacheDirectory } from "@deadheat/journal";
import { generate } from "selfsigned";

const DAYS = 3650;
const MILLISECONDS_OF_A_DAY = 86_400_000;
/** One that ends within this time is made anew: it has to last for a run. */
const LAST_DAYS = 30;

/**
 * A folder with key.pem and cert.pem for servers on 127.0.0.1: ECDSA with P-256, signed by itself, made once a user.
 * Nothing but our own generator and checks trusts it.
 */
export async function certificateFolder(): Promise<string> {
  const folder = join(cacheDirectory(), "tls");
  if (!lasts(folder)) await make(folder);
  return folder;
}

/** The certificate in such a folder. */
export function certificateFile(folder: string): string {
  return join(folder, "cert.pem");
}

function lasts(folder: string): boolean {
  const file = certificateFile(folder);
  if (!existsSync(file) || !existsSync(join(folder, "key.pem"))) return false;
  const { validTo } = new X509Certificate(readFileSync(file));
  return Date.parse(validTo) - Date.now() > LAST_DAYS * MILLISECONDS_OF_A_DAY;
}

/** Whole, or not there: another command may make one at the same time. */
async function make(folder: string): Promise<void> {
  const made = await generate([{ name: "commonName", value: "deadheat on 127.0.0.1" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + DAYS * MILLISECONDS_OF_A_DAY),
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  writeFileSync(join(fresh, "key.pem"), made.private, { mode: 0o600 });
  writeFileSync(certificateFile(fresh), made.cert);
  try {
    if (!lasts(folder)) rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } catch {
    // Somebody else was first.
    rmSync(fresh, { recursive: true, force: true });
  }
}
