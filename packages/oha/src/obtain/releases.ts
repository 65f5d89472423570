/** A binary of the upstream release, published without an archive. */
export interface Release {
  url: string;
  /** The SHA-256 of the binary, in lower-case hex. */
  sha256: string;
}

const BASE = "https://github.com/hatoo/oha/releases/download/v1.16.0";

/**
 * The release binaries of oha 1.16.0 with known hashes, by `process.platform-process.arch`. A platform without an entry
 * builds with cargo instead of downloading.
 *
 * Add only published and cross-checked hashes. These are the digests on the release page, and at least three unrelated
 * public projects pin the same ones. The Linux binaries are linked statically with musl, so they run on old
 * distributions too.
 */
export const RELEASES: Readonly<Record<string, Release>> = {
  "linux-x64": {
    url: `${BASE}/oha-linux-amd64`,
    sha256: "620bb9e16fb53eabc9a3fc45f88bdb41fefa3fee5c05e75892011ce320391716",
  },
  "linux-arm64": {
    url: `${BASE}/oha-linux-arm64`,
    sha256: "99a790eb8c3e0feaca974bd6b32f0f8d4426a0c5b289f39e833e5b2c7529cd39",
  },
  "darwin-x64": {
    url: `${BASE}/oha-macos-amd64`,
    sha256: "5ecbfc5233e3f1d30384e142a9a8dd7ebf9d3298ab22476fabac44a8f2117e08",
  },
  "darwin-arm64": {
    url: `${BASE}/oha-macos-arm64`,
    sha256: "7dea53ecb8342a7a067e1976fd0aef44ac33d9cc6b1e65c53637ffb932da63c4",
  },
};
