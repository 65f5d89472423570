import { runOha, type Load, type LoadResult, type Oha } from "@deadheat/oha";
import type { Load as Settings } from "@deadheat/journal";
import { diesWithParent, pinned, type Pinning } from "../machine/pinning.ts";
import { remember } from "../machine/processes.ts";

export interface Generator {
  readonly oha: Pick<Oha, "path" | "version">;
  readonly pinning: Pinning;
  readonly load: Pick<Settings, "workerThreads">;
  readonly signal?: AbortSignal | undefined;
}

/** A load without the number of threads, which is the generator's. */
export type Unthreaded<L extends Load = Load> = L extends Load ? Omit<L, "workerThreads"> : never;

/**
 * Runs one load by one generator on the generators' CPUs. The generator ends with this process. If that fails, the next
 * command ends it.
 * @param whom the loaded server, for people
 * @throws OhaError if there are no metrics. Unusable metrics have `void` set.
 */
export async function generate(
  load: Unthreaded,
  { oha, pinning, load: { workerThreads }, signal }: Generator,
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
