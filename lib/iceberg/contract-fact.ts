/** A value, or the reason why it could not be computed. Never 0 for "unknown". */
export type Fact<T> = { value: T } | { value: null; reason: string };
