import type { Cell, Result } from "@deadheat/judge";
import { librariesText } from "../content/notes.ts";
import { csvOf, type Value } from "./csv-text.ts";

/** The columns: a header, which names the base unit, and the cell's value. */
const columns: readonly (readonly [string, (cell: Cell, result: Result) => Value])[] = [
  ["run", (_, { run }) => run.id],
  ["started_at", (_, { run }) => run.startedAt],
  ["machine", (_, { machine }) => machine.fingerprint],
  ["scenario", (cell) => cell.scenario],
  ["target", (cell) => cell.target],
  ["framework", (cell) => cell.framework],
  ["runtime", (cell) => cell.runtime],
  ["version", (cell) => cell.version],
  ["status", (cell) => cell.status],
  ["reason", (cell) => cell.reason],
  ["rank_from", (cell) => cell.rank?.[0]],
  ["rank_to", (cell) => cell.rank?.[1]],
  ["tie_groups", (cell) => cell.tieGroup.join(" ")],
  ["to_node_http", (cell) => cell.efficiency?.toNodeHttp?.ratio],
  ["to_node_http_lo", (cell) => cell.efficiency?.toNodeHttp?.lo],
  ["to_node_http_hi", (cell) => cell.efficiency?.toNodeHttp?.hi],
  ["to_floor", (cell) => cell.efficiency?.toFloor.ratio],
  ["to_floor_lo", (cell) => cell.efficiency?.toFloor.lo],
  ["to_floor_hi", (cell) => cell.efficiency?.toFloor.hi],
  ["rounds", (cell) => cell.efficiency?.toFloor.n],
  ["smallest_detectable", (cell) => cell.smallestDetectable],
  ["bottleneck", (cell) => cell.bottleneck],
  ["floor_bottleneck", (cell) => cell.floorBottleneck],
  ["requests_per_cpu_second", (cell) => cell.requestsPerCpuSecond],
  ["cpu_seconds_per_request", (cell) => cell.cpuPerRequest],
  ["memory_idle_bytes", (cell) => cell.memory?.idle],
  ["memory_peak_bytes", (cell) => cell.memory?.peak],
  ["startup_ready_seconds", (cell) => cell.startup?.ready],
  ["startup_first_byte_seconds", (cell) => cell.startup?.firstByte],
  ["replayed_from", (cell) => cell.replayedFrom?.startedAt],
  ["libraries", (cell) => cell.libraries && librariesText(cell.libraries)],
  ["warnings", (cell) => cell.warnings.map(({ code }) => code).join(" ")],
];

/** Returns a result as CSV (RFC 4180), a line for each cell. The bounds of intervals have their own columns. */
export function renderCsv(result: Result): string {
  const header = columns.map(([name]) => name);
  const lines = result.cells.map((cell) => columns.map(([, of]) => of(cell, result)));
  return csvOf([header, ...lines]);
}
