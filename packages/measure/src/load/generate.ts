import { runOha, type Load, type LoadResult, type Oha } from "@deadheat/oha";
import { diesWithParent, pinned, type Pinning } from "../machine/pinning.ts";
import { remember } from "../machine/processes.ts";

/** The load generator and its settings. */
export interface Generator {
  readonly oha: Pick<Oha, "path" | "version">;
  readonly pinning: Pinning;
  /** The number of threads per generator. */
  readonly workerThreads: number;
  readonly signal?: AbortSignal | undefined;
}

type Pace<L extends Load> = L extends Load ? Omit<L, "workerThreads"> : never;

/**
 * Runs one load by one generator on the generators' CPUs. The generator ends with this process. If that fails, the next
 * command ends it.
 * @param whom the loaded server, for people
 * @throws OhaError if there are no figures. Unusable figures have `void` set.
 */
export async function generate(
  load: Pace<Load>,
  { oha, pinning, workerThreads, signal }: Generator,
  whom: string,
  { stdev = false }: { readonly stdev?: boolean } = {},
): Promise<LoadResult> {
  let forget = () => {};
  try {
    return await runOha(
      oha,
      { ...load, workerThreads },
      {
        prefix: [...diesWithParent(), ...pinned(pinning, "generators")],
        signal,
        stdev,
        onSpawn: (pid) => (forget = remember(pid, `oha for ${whom}`)),
      },
    );
  } finally {
    forget();
  }
}
