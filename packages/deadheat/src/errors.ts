import { EnvironmentError } from "@deadheat/measure";

/** A comparison whose duet could not be measured. The message is the reason that the block is void. The exit code is 3. */
export class ComparisonFailed extends EnvironmentError {
  override readonly name = "ComparisonFailed";
}
