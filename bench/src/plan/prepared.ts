import type { OwnPart } from "@deadheat/runner";
import type { Settings } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import type { Addresses } from "../targets/serving/store-address.ts";

/** The targets of a command, and everything that is fixed before it measures. */
export interface Prepared {
  /** Every target of the repository. */
  readonly all: readonly Target[];
  /** The requested targets, and the floors that they need. */
  readonly targets: readonly Target[];
  readonly settings: Settings;
  readonly ohaPath: string;
  /** The addresses of the services, once they run. */
  readonly addresses: Addresses;
  readonly like: string | null;
  /** The part that this machine measures; null if the run has no shards. */
  readonly part: OwnPart | null;
}
