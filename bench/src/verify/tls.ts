import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:tls";
import { certificateFile } from "../targets/serving/certificate.ts";
import type { Serving } from "../targets/serving/serving.ts";

/** The cipher suites of RFC 8446 that a server may choose. The generator offers all three. */
const CIPHERS = new Set([
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
]);

/**
 * Checks that a connection uses TLS 1.3 with our own certificate. For HTTP/2, checks that ALPN chooses h2 although
 * HTTP/1.1 is offered too. Returns the error, or null without one.
 */
export async function tlsProblem({
  port,
  serving,
}: {
  readonly port: number;
  readonly serving: Serving;
}): Promise<string | null> {
  const { tls, protocol } = serving;
  const certificate = readFileSync(certificateFile(tls ?? ""));
  const offered = protocol === "h2" ? ["h2", "http/1.1"] : ["http/1.1"];
  const socket = connect({ port, host: "127.0.0.1", ca: certificate, ALPNProtocols: offered });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(5000) });
    const version = socket.getProtocol();
    if (version !== "TLSv1.3") return `${version} instead of TLSv1.3`;
    const { name } = socket.getCipher();
    if (!CIPHERS.has(name)) return `the cipher ${name}`;
    const theirs = socket.getPeerX509Certificate()?.fingerprint256;
    if (theirs !== new X509Certificate(certificate).fingerprint256) return "another certificate";
    const chosen = socket.alpnProtocol;
    if (protocol === "h2" && chosen !== "h2")
      return `ALPN chose ${chosen || "nothing"} instead of h2`;
    return null;
  } finally {
    socket.destroy();
  }
}
