/** Keys of more columns are joined in so many orders that only two of them are tried. */
const ALL_UP_TO = 4;

/** All orders of up to four values; of more, the one given and its reverse. Pure. */
export function orderings<T>(values: readonly T[]): T[][] {
  if (values.length > ALL_UP_TO) return [[...values], values.toReversed()];
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, index) => orderings(values.toSpliced(index, 1)).map((rest) => [value, ...rest]));
}
