import { parseCpuList } from "./cpus.ts";
import { textOf } from "../system.ts";

/** A CPU that this process may use. */
export interface Cpu {
  readonly id: number;
  /** The smallest CPU of its core, which names the core. */
  readonly core: number;
  /** The kind of its core: a laptop may have fast and slow ones. */
  readonly kind: string;
}

/**
 * Returns what the kernel says about these CPUs: which share a core, and which cores are alike. x86 lists its efficiency cores
 * (/sys/devices/cpu_atom), and other machines say how much a core can do (cpu_capacity).
 * @param read returns the text of a file; null if there is none
 * @returns null if anything is unknown
 */
export function topologyOf(
  allowed: readonly number[],
  read: (path: string) => string | null = textOf,
): Cpu[] | null {
  const slow = parseCpuList(read("/sys/devices/cpu_atom/cpus") ?? "");
  const cpus = allowed.flatMap((id): Cpu[] => {
    const folder = `/sys/devices/system/cpu/cpu${id}`;
    const threads = parseCpuList(read(`${folder}/topology/thread_siblings_list`) ?? "");
    if (!threads.includes(id)) return [];
    const capacity = read(`${folder}/cpu_capacity`)?.trim();
    const kind = capacity ?? (slow.includes(id) ? "efficiency" : "performance");
    return [{ id, core: Math.min(...threads), kind }];
  });
  return cpus.length === allowed.length ? cpus : null;
}

/** The CPUs of one duet among several that are measured at once. */
export interface Lane {
  readonly server: number[];
  readonly generators: number[];
}

/**
 * Deals CPUs to as many duets as there are pairs of cores, or to `most` of them. Each server has a core of its own, and no
 * hyperthread of it is used. All servers have the same kind of core, that of the last CPU, where a single duet's server runs
 * too. Each duet gets the same number of generators' cores of each kind; what is left over stays to services.
 */
export function dealLanes(cpus: readonly Cpu[], most = Infinity): Lane[] {
  const last = cpus.at(-1);
  const cores = [...Map.groupBy(cpus, ({ core }) => core).values()].toSorted(
    (a, b) => lastIn(b) - lastIn(a),
  );
  const alike = cores.filter(([cpu]) => cpu?.kind === last?.kind);
  const pairs = Math.min(most, Math.floor(cores.length / 2), alike.length);
  for (let n = pairs; n > 0; n--) {
    const servers = alike.slice(0, n);
    const others = cores.filter((core) => !servers.includes(core)).toReversed();
    const kinds = [...Map.groupBy(others, ([cpu]) => cpu?.kind).values()];
    const shares = servers.map((_, lane) =>
      kinds.flatMap((own) => {
        const each = Math.floor(own.length / n);
        return own.slice(lane * each, (lane + 1) * each).flat();
      }),
    );
    if (shares.some((share) => share.length === 0)) continue;
    return servers.map((core, lane) => ({
      server: [lastIn(core)],
      generators: (shares[lane] ?? []).map(({ id }) => id).toSorted((a, b) => a - b),
    }));
  }
  return [];
}

function lastIn(core: readonly Cpu[]): number {
  return Math.max(...core.map(({ id }) => id));
}
