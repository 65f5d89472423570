import { textOf } from "./system.ts";

/** The fields of proc_pid_stat(5) from the third on, by its names. The second is the program's name, which may hold anything. */
const names = (
  "state ppid pgrp session tty_nr tpgid flags minflt cminflt majflt cmajflt utime stime cutime cstime priority nice " +
  "num_threads itrealvalue starttime vsize rss rsslim startcode endcode startstack kstkesp kstkeip signal blocked " +
  "sigignore sigcatch wchan nswap cnswap exit_signal processor rt_priority policy"
).split(" ");
const places = new Map(names.map((name, i) => [name, i]));

/** Returns a field of a process or thread by its name: `ppid`. Empty if there is none. */
export type Stat = (name: string) => string;

export function parseStat(text: string): Stat {
  // All fields after the name have no spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (name) => fields[places.get(name) ?? -1] ?? "";
}

/** Returns the stat of a process; null if it has ended, and on other systems than Linux. */
export function statOf(pid: number): Stat | null {
  const text = textOf(`/proc/${pid}/stat`);
  return text === null ? null : parseStat(text);
}
