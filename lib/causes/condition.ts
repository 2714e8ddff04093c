/**
 * A condition on the features of one key, in three-valued logic: a feature that is not known is NULL, as in SQL. One declaration is written out
 * as SQL for all keys and evaluated here for one, so that the two cannot differ.
 */
export type Condition<F extends string> =
  | { is: "feature"; feature: F }
  | { is: "not"; of: Condition<F> }
  | { is: "not known to hold"; of: Condition<F> }
  | { is: "all" | "any"; of: readonly Condition<F>[] };

export type Truth = boolean | null;

export function feature<F extends string>(name: F): Condition<F> {
  return { is: "feature", feature: name };
}

export function not<F extends string>(of: Condition<F>): Condition<F> {
  return { is: "not", of };
}

/** What is not known counts as false: what contradicts a cause has to be seen. */
export function unlessKnown<F extends string>(of: Condition<F>): Condition<F> {
  return { is: "not known to hold", of };
}

export function any<F extends string>(...of: readonly Condition<F>[]): Condition<F> {
  return { is: "any", of };
}

export function all<F extends string>(...of: readonly Condition<F>[]): Condition<F> {
  return { is: "all", of };
}

/** The features that a condition looks at, each once. Pure. */
export function featuresOf<F extends string>(condition: Condition<F>): F[] {
  if (condition.is === "feature") return [condition.feature];
  const inner = "is" in condition.of ? [condition.of] : condition.of;
  return [...new Set(inner.flatMap((one) => featuresOf(one)))];
}

/** SQL over a relation that has a BOOLEAN column for each feature, NULL where it is not known. In: the relation's name. Pure. */
export function toSql<F extends string>(condition: Condition<F>, relation: string): string {
  if (condition.is === "feature") return `${relation}.${condition.feature}`;
  if (condition.is === "not") return `(NOT ${toSql(condition.of, relation)})`;
  if (condition.is === "not known to hold") return `(${toSql(condition.of, relation)} IS DISTINCT FROM true)`;
  return `(${condition.of.map((one) => toSql(one, relation)).join(condition.is === "all" ? " AND " : " OR ")})`;
}

/** The same for one key. Pure. */
export function evaluate<F extends string>(condition: Condition<F>, features: Readonly<Record<F, Truth>>): Truth {
  if (condition.is === "feature") return features[condition.feature];
  if (condition.is === "not") {
    const inner = evaluate(condition.of, features);
    return inner === null ? null : !inner;
  }
  if (condition.is === "not known to hold") return evaluate(condition.of, features) !== true;
  const values = new Set(condition.of.map((one) => evaluate(one, features)));
  const decisive = condition.is === "any";
  if (values.has(decisive)) return decisive;
  return values.has(null) ? null : !decisive;
}
