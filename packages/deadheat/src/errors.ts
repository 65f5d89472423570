/** A duet of a comparison that could not be measured; its message is the block's: exit code 3. */
export class ComparisonFailed extends Error {
  override readonly name = "ComparisonFailed";
}
