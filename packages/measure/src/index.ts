export { type PlannedBlock, type SoloCell, orderBlocks, planBlock } from "./draw/order.ts";
export { coin, drawSeed, randomFor, shuffled } from "./draw/random.ts";
export { orderOpenLoops, orderSweeps } from "./draw/solo.ts";
export { type Bench, type Pair, inOrder, runBlock } from "./duet.ts";
export { EnvironmentError, Interrupted, environmentErrorOf } from "./errors.ts";
export { exchangeLoad, wrongBodies } from "./load/exchange-load.ts";
export {
  COMPARISON_WINDOW_SECONDS,
  blockSeconds,
  latencyProcessSeconds,
  sweepProcessSeconds,
  warmSeconds,
  VISIT_SECONDS,
} from "./load/seconds.ts";
export { endsSeconds, togetherLoads, warm } from "./load/warm-up.ts";
export { withBallast } from "./load/ballast.ts";
export { startCompanion } from "./server/companion.ts";
export { CpuClockError, processTree, readCpu } from "./machine/cpu-time.ts";
export { type CpuUse, cpuUse } from "./machine/cpu-use.ts";
export { parseCpuList } from "./machine/cpus.ts";
export { describeMachine } from "./machine/describe.ts";
export { alone, concurrencyWarnings } from "./machine/hold.ts";
export { type Host, thisHost } from "./machine/host.ts";
export {
  type Identity,
  identify,
  identitySchema,
  isRunning,
  mayBeRunning,
} from "./machine/identity.ts";
export { openFileLimit } from "./machine/limits.ts";
export { type Hold, currentHolder } from "./machine/lock.ts";
export {
  type Pinning,
  choosePinning,
  diesWithParent,
  pinOurselves,
  pinned,
} from "./machine/pinning.ts";
export { checkMachine, freeBytes, limitWarnings } from "./machine/preflight.ts";
export { TASK, endTasks, remember } from "./machine/processes.ts";
export { latencyProcess, openLoop } from "./open-loop.ts";
export { type Entrant } from "./server/entrant.ts";
export { type Exchange } from "./server/exchange-type.ts";
export { type Answer, departure, keptAnswer } from "./server/exchange.ts";
export { LaunchError, launch } from "./server/launch.ts";
export { settle } from "./server/settle.ts";
export { type SoloBench } from "./solo.ts";
export { sweepProcess } from "./sweep.ts";
export { generate, type Generator } from "./load/generate.ts";
