/** Throws a RangeError that names the value if there are no values or one of them is not finite. */
export function checkFinite(values: readonly number[], name: string): void {
  if (values.length === 0) throw new RangeError(`${name}: at least one value is needed`);
  for (const [index, value] of values.entries()) {
    if (!Number.isFinite(value)) {
      throw new RangeError(`${name}[${index}] is ${value}: only finite numbers can be used`);
    }
  }
}

/** Throws a RangeError unless the value, a confidence or a power, lies strictly between 0 and 1. */
export function checkOpenUnit(value: number, name: string): void {
  if (!(value > 0 && value < 1)) {
    throw new RangeError(`${name} is ${value}: it must lie between 0 and 1, both excluded`);
  }
}

/** Throws a RangeError that names the value if one of them is not between 0 and 1. */
export function checkProbabilities(pValues: readonly number[]): void {
  for (const [index, p] of pValues.entries()) {
    if (!(p >= 0 && p <= 1)) {
      throw new RangeError(`pValues[${index}] is ${p}: a p value lies between 0 and 1`);
    }
  }
}
