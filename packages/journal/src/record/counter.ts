/**
 * A counter that the kernel keeps for each process or thread (Linux): the sum of some fields of a file in /proc, in which
 * each line has a name and a number, or of `stat`, whose fields have the names of proc_pid_stat(5).
 */
export interface Counter {
  /**
   * `thread`: a file of /proc/PID/task/TID, which ends with its thread. `process`: a file of /proc/PID, in which the kernel
   * also counts threads that have ended, and children that were waited for.
   */
  readonly of: "thread" | "process";
  /** The name of the file: `status`. */
  readonly file: string;
  /** The names of the fields: `voluntary_ctxt_switches`. */
  readonly fields: readonly string[];
}
