import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { cachedFolder } from "@deadheat/measure";

const DAYS = 3650;
const MILLISECONDS_PER_DAY = 86_400_000;
/** The shortest remaining validity of a certificate that is used, because it must last for a whole run. */
const REMAINING_DAYS = 30;

/**
 * Returns a folder with key.pem and cert.pem for servers on 127.0.0.1: ECDSA with P-256, self-signed, made once for each
 * user. Only our generator and our checks trust it.
 */
export function certificateFolder(): Promise<string> {
  return cachedFolder("tls", isValid, async (folder) => {
    // It has 240 modules, and most commands need no certificate.
    const { generate } = await import("selfsigned");
    const made = await generate([{ name: "commonName", value: "deadheat on 127.0.0.1" }], {
      keyType: "ec",
      curve: "P-256",
      algorithm: "sha256",
      notAfterDate: new Date(Date.now() + DAYS * MILLISECONDS_PER_DAY),
      extensions: [
        { name: "basicConstraints", cA: false },
        { name: "extKeyUsage", serverAuth: true },
        { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
      ],
    });
    writeFileSync(join(folder, "key.pem"), made.private, { mode: 0o600 });
    writeFileSync(certificateFile(folder), made.cert);
  });
}

export function certificateFile(folder: string): string {
  return join(folder, "cert.pem");
}

function isValid(folder: string): boolean {
  const file = certificateFile(folder);
  if (!existsSync(file) || !existsSync(join(folder, "key.pem"))) return false;
  const { validTo } = new X509Certificate(readFileSync(file));
  return Date.parse(validTo) - Date.now() > REMAINING_DAYS * MILLISECONDS_PER_DAY;
}
