import { runOha, type Load, type LoadResult, type Oha } from "@deadheat/oha";
import { diesWithParent, pinned, type Pinning } from "../machine/pinning.ts";
import { remember } from "../machine/processes.ts";

/** What generates load, and where. */
export interface Generator {
  readonly oha: Pick<Oha, "path" | "version">;
  readonly pinning: Pinning;
  /** Per generator. */
  readonly workerThreads: number;
  readonly signal?: AbortSignal | undefined;
}

type Pace<L extends Load> = L extends Load ? Omit<L, "workerThreads"> : never;

/**
 * One load by one generator, on the generators' CPUs. It ends with us, and should that fail the next command ends it.
 * @param whom is loaded, for people
 * @throws OhaError when there are no figures; figures that may not be used have `void` set
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
