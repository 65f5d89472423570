/** What oha's error strings are sorted into. */
export type ErrorKind = "connect" | "read" | "write" | "timeout" | "deadline" | "other";

/**
 * oha 1.16 reports an error by its text alone: Rust's io::Error for what happened while connecting,
 * hyper's one-line descriptions for what happened on a connection. All seen with misbehaving
 * servers or listed in hyper 1.11's `error.rs`. `connection error` is hyper's word for an
 * input/output error on an open connection, most often a reset while waiting for the answer.
 */
const KINDS: readonly (readonly [ErrorKind, RegExp])[] = [
  ["deadline", /^aborted due to deadline$/],
  ["timeout", /^timeout$|timed out/i],
  ["write", /^error writing a body|^user body write aborted|broken pipe/i],
  ["connect", /\(os error \d+\)|no record returned from DNS/i],
  [
    "read",
    /^connection (?:error|closed before message completed)|^error reading a body|^operation was canceled|^channel closed|parsed$|^message head is too large|^received unexpected message/,
  ],
];

/** The kind of one of oha's error strings; `other` for a string that is not known. */
export function classifyError(text: string): ErrorKind {
  for (const [kind, pattern] of KINDS) if (pattern.test(text)) return kind;
  return "other";
}
