import type { OwnPart } from "@deadheat/runner";
import type { Settings } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import type { Addresses } from "../targets/serving/store-address.ts";

/** The targets that a command measures, and everything that is fixed beforehand. */
export interface Prepared {
  /** Every target of the repository. */
  readonly all: readonly Target[];
  /** The targets that were asked for, and the floors that they need. */
  readonly targets: readonly Target[];
  readonly settings: Settings;
  readonly ohaPath: string;
  /** The addresses of the services, once they run. */
  readonly addresses: Addresses;
  readonly like: string | null;
  /** The part that is measured here; null if the run is not split. */
  readonly part: OwnPart | null;
}
