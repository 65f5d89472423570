import type { OwnPart } from "@deadheat/runner";
import type { Settings } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import type { Addresses } from "../targets/serving/store-address.ts";

/** What a command measures, and everything that is fixed beforehand. */
export interface Prepared {
  /** Every target of the repository. */
  readonly all: readonly Target[];
  /** Those asked for, and the floors that they need. */
  readonly targets: readonly Target[];
  readonly settings: Settings;
  readonly ohaPath: string;
  /** Where the services are that the scenarios need, once they run. */
  readonly addresses: Addresses;
  readonly like: string | null;
  /** What of it is measured here; null: all. */
  readonly part: OwnPart | null;
}
