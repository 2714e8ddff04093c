import type { AppError } from "#lib/errors.ts";

/** Kinds of expression that one row's own values decide. */
const ALLOWED = new Set([
  "BETWEEN",
  "CASE",
  "CAST",
  "COLLATE",
  "COLUMN_REF",
  "COMPARISON",
  "CONJUNCTION",
  "CONSTANT",
  "FUNCTION",
  "LAMBDA",
  "OPERATOR",
]);

const REFUSED: Record<string, string> = {
  SUBQUERY: "it holds a subquery. A filter looks at one row's own columns.",
  WINDOW: "it holds a window function. A filter looks at one row's own columns.",
  PARAMETER: "it holds a parameter. Write the value itself.",
  STAR: "it means all columns at once. Name each column.",
  POSITIONAL_REFERENCE: "it gives a column by its number. Name the column.",
};

type TreeNode = Record<string, unknown>;

function isNode(value: unknown): value is TreeNode {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !Object.isFrozen(value);
}

/** Functions that take `x -> …` as a function of list elements; anywhere else the arrow reaches into JSON. */
function takesLambda(node: TreeNode): boolean {
  const name = node["function_name"];
  return node["class"] === "FUNCTION" && typeof name === "string" && /^(list|array)_|^(apply|filter|reduce)$/.test(name);
}

/** Gives the columns of a parsed condition names of ours, and notes which columns and functions it uses. */
export class ConditionNames {
  /** By first appearance; `name` as written. */
  readonly columns: { name: string; alias: string }[] = [];
  /** In lower case. */
  readonly functions = new Set<string>();
  readonly #refuse: (why: string) => AppError;

  constructor(refuse: (why: string) => AppError) {
    this.#refuse = refuse;
  }

  /** The tree with every column reference renamed. Throws what `refuse` makes of an expression that a filter may not hold. */
  rename(tree: unknown): unknown {
    return this.#rename(tree, new Set(), false);
  }

  #rename(value: unknown, bound: ReadonlySet<string>, ofList: boolean): unknown {
    if (Array.isArray(value)) return value.map((child) => this.#rename(child, bound, ofList));
    // Numbers are frozen objects that keep their digits.
    if (!isNode(value)) return value;
    const kind = value["class"];
    if (typeof kind === "string" && !ALLOWED.has(kind))
      throw this.#refuse(REFUSED[kind] ?? `it contains something that is not a condition (${kind}).`);
    if (kind === "FUNCTION" && typeof value["function_name"] === "string")
      this.#note(value["function_name"].toLowerCase(), value["children"]);
    if (kind === "COLUMN_REF") return this.#column(value, bound);
    if (kind === "LAMBDA" && ofList) {
      const inner = new Set([...bound, ...parameters(value["lhs"])]);
      return { ...value, expr: this.#rename(value["expr"], inner, false) };
    }
    const children = Object.entries(value).map(([name, child]) => [name, this.#rename(child, bound, takesLambda(value))] as const);
    return Object.fromEntries(children);
  }

  #note(name: string, given: unknown): void {
    this.functions.add(name);
    // With one argument it counts from today.
    if (name === "age" && Array.isArray(given) && given.length === 1) this.functions.add("today");
  }

  #column(node: TreeNode, bound: ReadonlySet<string>): TreeNode {
    const path: unknown = node["column_names"];
    if (!Array.isArray(path) || typeof path[0] !== "string") throw this.#refuse("it names a column in a way that is not known.");
    const [name, ...below] = path as string[];
    if (name === undefined || bound.has(name.toLowerCase())) return node;
    const known = this.columns.find((column) => column.name === name);
    const alias = known?.alias ?? `__w${this.columns.length}`;
    if (!known) this.columns.push({ name, alias });
    return { ...node, column_names: [alias, ...below] };
  }
}

/** Names that the left side of a lambda binds, in lower case. */
function parameters(lhs: unknown): string[] {
  if (Array.isArray(lhs)) return lhs.flatMap(parameters);
  if (!isNode(lhs)) return [];
  const path = lhs["column_names"];
  if (lhs["class"] === "COLUMN_REF" && Array.isArray(path)) return path.map((name) => String(name).toLowerCase());
  return Object.values(lhs).flatMap(parameters);
}
