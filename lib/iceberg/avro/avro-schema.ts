import { z } from "zod";

/** A type of an Avro schema, with named types resolved. Names are kept as written: Iceberg's writers use some that the specification forbids. */
export interface AvroNode {
  kind: string;
  /** Bytes of a fixed; 0 for every other kind. */
  size: number;
  /** Digits after the point of a decimal. */
  scale: number;
  logicalType: string | null;
  symbols: string[];
  fields: AvroField[];
  /** The branches of a union, the one element of an array, the one value of a map. */
  inner: AvroNode[];
  /** `element-id` of an array. */
  elementId: number | null;
}

export interface AvroField {
  name: string;
  /** Iceberg's `field-id`. */
  id: number | null;
  node: AvroNode;
}

const PRIMITIVES = new Set(["null", "boolean", "int", "long", "float", "double", "bytes", "string"]);
const DEPTH_MAX = 100;

const shape = z.object({
  type: z.unknown(),
  name: z.string().optional(),
  namespace: z.string().optional(),
  logicalType: z.string().optional(),
  scale: z.number().optional(),
  size: z.number().int().min(0).optional(),
  symbols: z.array(z.string()).optional(),
  fields: z.array(z.object({ name: z.string(), type: z.unknown(), "field-id": z.int().optional() })).optional(),
  items: z.unknown().optional(),
  values: z.unknown().optional(),
  "element-id": z.int().optional(),
});

interface Scope {
  named: Map<string, AvroNode>;
  namespace: string;
  depth: number;
}

function plain(kind: string): AvroNode {
  return { kind, size: 0, scale: 0, logicalType: null, symbols: [], fields: [], inner: [], elementId: null };
}

/** A schema as a tree. Throws RangeError for what is no Avro schema. Source: Avro spec, "Schema Declaration". */
export function parseAvroSchema(written: unknown): AvroNode {
  return parse(written, { named: new Map(), namespace: "", depth: 0 });
}

function parse(written: unknown, scope: Scope): AvroNode {
  if (scope.depth > DEPTH_MAX) throw new RangeError("its schema is nested too deeply");
  const below = { ...scope, depth: scope.depth + 1 };
  if (typeof written === "string") return reference(written, scope);
  if (Array.isArray(written)) return { ...plain("union"), inner: written.map((branch) => parse(branch, below)) };
  const { data } = shape.safeParse(written);
  if (data === undefined) throw new RangeError("its schema is not a valid Avro schema");
  if (typeof data.type !== "string") return parse(data.type, below);
  const { logicalType = null, scale = 0, size = 0 } = data;
  if (PRIMITIVES.has(data.type)) return { ...plain(data.type), logicalType, scale };
  switch (data.type) {
    case "array":
      return { ...plain("array"), logicalType, inner: [parse(data.items, below)], elementId: data["element-id"] ?? null };
    case "map":
      return { ...plain("map"), inner: [parse(data.values, below)] };
    case "fixed":
      return define(data, scope, { ...plain("fixed"), logicalType, scale, size });
    case "enum":
      return define(data, scope, { ...plain("enum"), symbols: data.symbols ?? [] });
    case "record":
    case "error":
      return record(data, scope);
    default:
      return reference(data.type, scope);
  }
}

function fullName(name: string, namespace: string): string {
  return name.includes(".") || namespace === "" ? name : `${namespace}.${name}`;
}

function reference(name: string, { named, namespace }: Scope): AvroNode {
  if (PRIMITIVES.has(name)) return plain(name);
  const found = named.get(fullName(name, namespace)) ?? named.get(name);
  if (found === undefined) throw new RangeError("its schema names a type that it does not define");
  return found;
}

function define(data: z.infer<typeof shape>, { named, namespace }: Scope, node: AvroNode): AvroNode {
  named.set(fullName(data.name ?? "", data.namespace ?? namespace), node);
  return node;
}

function record(data: z.infer<typeof shape>, scope: Scope): AvroNode {
  const node = define(data, scope, plain("record"));
  const name = fullName(data.name ?? "", data.namespace ?? scope.namespace);
  const namespace = name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "";
  for (const field of data.fields ?? []) {
    const type = parse(field.type, { ...scope, namespace, depth: scope.depth + 1 });
    node.fields.push({ name: field.name, id: field["field-id"] ?? null, node: type });
  }
  return node;
}

/** The type that `["null", T]` makes optional; any other type as it is. */
export function withoutNull(node: AvroNode): AvroNode {
  if (node.kind !== "union") return node;
  const branches = node.inner.filter(({ kind }) => kind !== "null");
  return branches.length === 1 && branches[0] ? branches[0] : node;
}
