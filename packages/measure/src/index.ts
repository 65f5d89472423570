// What is measured: anything that can be started, and what it is asked.
export { type Entrant } from "./server/entrant.ts";
export {
  type Exchange,
  type Expected,
  type Request,
  type Traffic,
} from "./server/exchange-type.ts";

// Two servers at the same moment on the same CPU.
export { type Bench, type Pair, inOrder } from "./pair.ts";
export { runBlock } from "./duet.ts";
export { runCost } from "./cost.ts";

// One server alone: a sweep over connections, an open loop at given rates.
export { type SoloBench } from "./solo.ts";
export { sweepProcess } from "./sweep.ts";
export { latencyProcess, openLoop } from "./open-loop.ts";

// In which order: everything that is left to chance, drawn from a seed.
export { type PlannedBlock, type SoloCell, planBlock } from "./draw/order.ts";
export { type PlannedCost, type PlannedRate, planCost } from "./draw/cost.ts";
export {
  type PlannedLatency,
  type PlannedSweep,
  orderOpenLoops,
  orderSweeps,
} from "./draw/solo.ts";
export { coin, drawSeed, randomFor, shuffled } from "./draw/random.ts";

// A server: started, asked, left to rest.
export { type Server, launch } from "./server/launch.ts";
export { LaunchError } from "./server/ready.ts";
export { startCompanion } from "./server/companion.ts";
export { type Answer, departure, fieldOf, mediaTypeOf } from "./server/answer.ts";
export { askedOf, keptAnswer, send } from "./server/exchange.ts";
export { settle } from "./server/settle.ts";

// Load: what oha sends, how a server is warmed, what that takes.
export { type Generator, generate } from "./load/generate.ts";
export { defaultLoad } from "./load/default.ts";
export { type Pace, exchangeLoad, loadExchange, wrongBodies } from "./load/exchange-load.ts";
export { endsSeconds, togetherLoads, warm } from "./load/warm-up.ts";
export { withBallast } from "./load/ballast.ts";
export {
  COMPARISON_WINDOW_SECONDS,
  blockSeconds,
  costSeconds,
  latencyProcessSeconds,
  sweepProcessSeconds,
  warmSeconds,
} from "./load/seconds.ts";

// The machine: its CPUs, who else is on it, what it is.
export {
  type Pinning,
  choosePinning,
  diesWithParent,
  pinOurselves,
  pinned,
} from "./machine/pinning.ts";
export { parseCpuList } from "./machine/cpus.ts";
export { CpuClockError, processTree, readCpu } from "./machine/cpu-time.ts";
export { type CpuUse, cpuUse } from "./machine/cpu-use.ts";
export { alone, concurrencyWarnings } from "./machine/hold.ts";
export { type Hold, currentHolder } from "./machine/lock.ts";
export { describeMachine } from "./machine/describe.ts";
export { thisInstance } from "./machine/instance.ts";
export { type Host, thisHost } from "./machine/host.ts";
export { openFileLimit } from "./machine/limits.ts";
export { checkMachine, freeBytes, limitWarnings } from "./machine/preflight.ts";

// Processes: who they are, and that each of ours ends.
export {
  type Identity,
  identify,
  identitySchema,
  isRunning,
  mayBeRunning,
} from "./machine/identity.ts";
export { TASK, endLeftovers, endTasks, remember } from "./machine/processes.ts";

// What can go wrong that is nobody's mistake.
export { EnvironmentError, Interrupted, environmentErrorOf } from "./errors.ts";
