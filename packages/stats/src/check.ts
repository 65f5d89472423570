/** Guards shared by the functions of this package: each throws a RangeError which names the value. */

export function checkFinite(values: readonly number[], name: string): void {
  if (values.length === 0) throw new RangeError(`${name}: at least one value is needed`);
  for (const [index, value] of values.entries()) {
    if (!Number.isFinite(value)) {
      throw new RangeError(`${name}[${index}] is ${value}: only finite numbers can be used`);
    }
  }
}

/** A probability strictly between 0 and 1, such as a confidence or a power. */
export function checkOpenUnit(value: number, name: string): void {
  if (!(value > 0 && value < 1)) {
    throw new RangeError(`${name} is ${value}: it must lie between 0 and 1, both excluded`);
  }
}
