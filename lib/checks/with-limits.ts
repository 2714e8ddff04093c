import type { KeyPromise } from "#lib/names.ts";

/** A metric's declaration with the limits that its table sets; one that is not given stays, null switches it off. Pure. */
export function withLimits<T extends { warnAt: number | null; alertAt: number | null }>(
  declaration: T,
  { warnAt, alertAt }: { warnAt?: number | null | undefined; alertAt?: number | null | undefined } = {},
): T {
  return { ...declaration, ...(warnAt !== undefined && { warnAt }), ...(alertAt !== undefined && { alertAt }) };
}

/** Whether the limits of a metric apply to a key with that promise. Pure. */
export function hasLimits(
  { limitsNeedPromise, limitsNeedNoPromise }: { limitsNeedPromise?: true; limitsNeedNoPromise?: true },
  promise: KeyPromise,
): boolean {
  return promise === "none" ? limitsNeedPromise !== true : limitsNeedNoPromise !== true;
}
