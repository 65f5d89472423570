import { counted, type MetricKind } from "./metric.ts";

/**
 * The system calls of the kinds of read(2) and write(2): also pread, readv, writev and sendfile, on files, pipes and sockets
 * (proc_pid_io(5)). send(2), recv(2) and epoll_wait(2) are not counted, and neither is io_uring. Node uses read and write for
 * its sockets, Bun and Deno use send and recv.
 */
export const readWriteCalls = {
  name: "read-write-calls",
  goUnit: "read-write-calls/op",
  label: "read/write calls",
  unit: "per request",
  verdicts: ["less", "more"],
  margin: 0.05,
  needsWarmth: true,
  measure: "read-write-calls",
  counter: { of: "process", file: "io", fields: ["syscr", "syscw"] },
  samples: counted("read-write-calls"),
} as const satisfies MetricKind;
