import { spawn } from "node:child_process";
import { once, type EventEmitter } from "node:events";
import { parentPort, Worker } from "node:worker_threads";

// A process that uses CPU time on order: itself, in threads, and in children of the same kind. Each answer is the CPU
// time used so far in seconds, threads included, by its own clock.

export type Order =
  | { readonly do: "tell" }
  | { readonly do: "spin"; readonly seconds: number }
  /** So many threads spin at once, each for so long. Existing threads go on; 0 ends all. */
  | { readonly do: "threads"; readonly count: number; readonly seconds: number }
  /** The answer is the process id. */
  | { readonly do: "start-child" }
  /** The order is passed on, and the answer is the child's. */
  | { readonly do: "child"; readonly order: Order }
  /** The child ends by itself or by a signal, and is waited for. */
  | { readonly do: "end-child"; readonly signal: NodeJS.Signals | null }
  /** The process lives on without its parent, for half a minute at most. */
  | { readonly do: "outlive" };

/** Starts a spinning process that is ready. The `prefix` words start a program. */
export async function startSpinning(prefix: readonly string[] = []) {
  const [program = "", ...args] = [...prefix, process.execPath, import.meta.filename];
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const answer = async (from: EventEmitter): Promise<number> => (await once(from, "message"))[0];
  await answer(child);
  const tell = (order: Order): Promise<number> => {
    const answered = answer(child);
    child.send(order);
    return answered;
  };
  return { child, pid: child.pid ?? 0, tell };
}

type Clock = () => NodeJS.CpuUsage;

function secondsOf(clock: Clock): number {
  const { user, system } = clock();
  return (user + system) / 1e6;
}

function spin(seconds: number, clock: Clock): void {
  const until = secondsOf(clock) + seconds;
  while (secondsOf(clock) < until);
}

const ofProcess: Clock = () => process.cpuUsage();
let own: Awaited<ReturnType<typeof startSpinning>> | null = null;
const threads: Worker[] = [];

async function inThreads(count: number, seconds: number): Promise<void> {
  while (threads.length < count) threads.push(new Worker(import.meta.filename));
  const done = threads.map((thread) => once(thread, "message"));
  for (const thread of threads) thread.postMessage(seconds, []);
  await Promise.all(done);
  if (count === 0) await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
}

async function obey(order: Order): Promise<number> {
  if (order.do === "spin") spin(order.seconds, ofProcess);
  if (order.do === "threads") await inThreads(order.count, order.seconds);
  if (order.do === "outlive") setTimeout(() => {}, 30_000);
  if (order.do === "start-child") {
    own = await startSpinning();
    return own.pid;
  }
  if (order.do === "child") return (await own?.tell(order.order)) ?? Number.NaN;
  if (order.do === "end-child" && own) {
    const exit = once(own.child, "exit");
    if (order.signal === null) own.child.disconnect();
    else own.child.kill(order.signal);
    await exit;
  }
  return secondsOf(ofProcess);
}

if (parentPort) {
  parentPort.on("message", (seconds: number) => {
    spin(seconds, () => process.threadCpuUsage());
    parentPort?.postMessage(null, []);
  });
} else if (import.meta.main) {
  process.on("message", (order: Order) => void obey(order).then((used) => process.send?.(used)));
  process.send?.(0);
}
