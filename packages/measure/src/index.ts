// Entrants and exchanges: a server that can be started, and a request with its response.
export { type Entrant } from "./server/entrant.ts";
export type * from "./server/exchange-type.ts";

// Two servers at the same moment on the same CPU.
export { type Bench, VoidRound, asked } from "./server/asked.ts";
export { type Pair } from "./both.ts";
export { type RoundPart } from "./pair.ts";
export {
  defaultLoad,
  profiledSeconds,
  runRound,
  runProfiledRound,
  runSharedRound,
} from "./duet.ts";
export { runCost } from "./cost.ts";
export { furtherLoads, furtherSeconds, type FurtherWanted } from "./further.ts";
export type { Counters } from "./machine/counting.ts";
export { planGrowth, type GrowthPlan } from "./growth/loads.ts";

// Two servers in a duet whose window is profiled.
export { type ProfiledDuet, type ProfiledSide, runProfiledDuet } from "./profile/profiled-duet.ts";
export * from "./profile/profiled-start.ts";
export { GROWTH_INTERVAL, type ProfiledGrowth, profileGrowth } from "./profile/profiled-growth.ts";
export { type ThreadProfile, profilerModule } from "./channel/channel.ts";
export { preloaded, writing } from "./server/preloaded.ts";

// One server alone: a sweep over connections, an open loop at given rates.
export { sweepProcess } from "./sweep.ts";
export { latencyProcess } from "./open-loop.ts";

// Random orders, drawn from a seed.
export * from "./draw/order.ts";
export * from "./draw/random.ts";

// A server: start, requests, rest.
export { type Server, launch } from "./server/launch.ts";
export { LaunchError, freePort, listens, settle, type FailedStart } from "./server/ready.ts";
export { type Answer, departure, mediaTypeOf } from "./server/answer.ts";
export { fieldOf } from "./server/exchange-type.ts";
export { encodingsOf } from "./server/decode.ts";
export { differenceIn, differenceWords, excerpt, quoted } from "./server/excerpt.ts";
export { askedOf, keptAgent, keptResponse, loggedIn, send } from "./server/exchange.ts";

// Load: generators, warm-up, durations.
export { type Generator, generate } from "./load/generate.ts";
export { loadExchange } from "./load/exchange-load.ts";
export { togetherLoads, warm } from "./load/warm-up.ts";
export { type Pilot, pilot } from "./fit/pilot.ts";
export { type Slice, warmAt } from "./fit/slices.ts";
export { type GivenFit, fitOf } from "./fit/fit.ts";
export { fitForSearch, warmupForSearch } from "./fit/for-search.ts";
export {
  COMPARISON_WINDOW_SECONDS,
  roundSeconds,
  costSeconds,
  latencyProcessSeconds,
  sweepProcessSeconds,
  warmSeconds,
} from "./load/seconds.ts";

// Walls around a server.
export { type Isolation, isolation, wantIsolation } from "./isolation/isolation.ts";
export { fence } from "./isolation/fence.ts";
export { type Room } from "./isolation/room.ts";

// The machine: its CPUs, its lock, its description.
export {
  type Pinning,
  choosePinning,
  diesWithParent,
  pinOurselves,
  pinWithBreaks,
  pinned,
  generatorCpus,
  lanesOf,
} from "./machine/pinning.ts";
export { slowness } from "./machine/speed.ts";
export { parseCpuList } from "./machine/cpus.ts";
export { readCpu } from "./machine/cpu-time.ts";
export { processTree } from "./machine/members.ts";
export { allProcesses } from "./mark.ts";
export { holdsAny, socketsOn } from "./machine/listeners.ts";
export { cpuUse } from "./machine/cpu-use.ts";
export { type Hold, alone, concurrencyWarnings, currentHolder } from "./machine/lock.ts";
export { describeMachine, thisHost } from "./machine/describe.ts";
export { thisInstance } from "./machine/instance.ts";
export * from "./machine/preflight.ts";

// Processes: their identity, and the end of each that we started.
export { identify } from "./machine/identity.ts";
export { endLeftovers, remember } from "./machine/processes.ts";
export { follow, startFamily } from "./machine/family.ts";
export { onlyStreams } from "./machine/inherited.ts";
export { type Mark, newMark } from "./mark.ts";

// Services beside the servers: databases that a run starts and stops.
export { cachedFolder } from "./services/cached-folder.ts";
export { dropAbandoned, ownerOfDatabase } from "./services/databases.ts";
export { type Connect, type OpenClient, connecting, withClient } from "./services/sql-client.ts";
export { servicesFolder } from "./services/folder.ts";
export { type PostgresProgram, startPostgres } from "./services/postgres.ts";
export { type ServiceProcess, spawnService, untilReady } from "./services/process.ts";
export { startRedis } from "./services/redis.ts";
export { findRedis, INSTALL_REDIS } from "./services/redis-server.ts";
export {
  type Running as RunningService,
  type Surroundings,
  settingsOf,
} from "./services/service.ts";
