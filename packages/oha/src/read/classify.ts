import type { ErrorCounts } from "@deadheat/journal";

type ErrorKind = Exclude<keyof ErrorCounts, "status">;

/**
 * The patterns of error texts. oha 1.16 reports an error by its text alone: Rust's io::Error while connecting, and
 * hyper's one-line descriptions on a connection. All were seen with misbehaving servers or are listed in hyper 1.11's
 * `error.rs`. hyper's `connection error` is an input/output error on an open connection, most often a reset while
 * waiting for the response.
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

export function classifyError(text: string): ErrorKind {
  for (const [kind, pattern] of KINDS) if (pattern.test(text)) return kind;
  return "other";
}
