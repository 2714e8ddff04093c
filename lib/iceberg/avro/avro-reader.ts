import { AvroCursor } from "#lib/iceberg/avro/avro-cursor.ts";
import { readAvroBlocks, type AvroHeader } from "#lib/iceberg/avro/avro-container.ts";
import { avroSkipper } from "#lib/iceberg/avro/avro-skipper.ts";
import type { AvroField, AvroNode } from "#lib/iceberg/avro/avro-schema.ts";

/** Fields to read of a record, by name, each with the fields to read below it. Without `below`, the whole value is read. */
export interface Wanted {
  [name: string]: { id: number; below?: Wanted };
}

type Read = (cursor: AvroCursor) => unknown;

/**
 * How a value of the type is read. Numbers come as number or, where that would round, bigint; bytes and fixed as Buffer; arrays as lists, maps
 * as lists of [key, value], records as lists of their values in the schema's order. Given `wanted`, a record comes as an object of just those
 * of the wanted fields that it has: by field id, and by name where it has no ids.
 */
export function avroReader(node: AvroNode, wanted?: Wanted): Read {
  return build(node, wanted, new Map());
}

function build(node: AvroNode, wanted: Wanted | undefined, known: Map<AvroNode, Read>): Read {
  switch (node.kind) {
    case "null":
      return () => null;
    case "boolean":
      return (cursor) => cursor.byte() !== 0;
    case "int":
    case "long":
      return (cursor) => cursor.long();
    case "float":
      return (cursor) => cursor.float();
    case "double":
      return (cursor) => cursor.double();
    case "bytes":
      return (cursor) => cursor.bytes();
    case "string":
      return (cursor) => cursor.text();
    case "fixed":
      return (cursor) => cursor.take(node.size);
    case "enum":
      return (cursor) => node.symbols[Number(cursor.long())];
    case "union":
      return union(node, wanted, known);
    case "array":
      return list(build(must(node.inner[0]), undefined, known));
    case "map": {
      const value = build(must(node.inner[0]), undefined, known);
      return list((cursor) => [cursor.text(), value(cursor)]);
    }
    default:
      return wanted ? chosen(node, wanted, known) : whole(node, known);
  }
}

function must(node: AvroNode | undefined): AvroNode {
  if (node === undefined) throw new RangeError("its schema is not a valid Avro schema");
  return node;
}

function union(node: AvroNode, wanted: Wanted | undefined, known: Map<AvroNode, Read>): Read {
  const branches = node.inner.map((branch) => build(branch, wanted, known));
  return (cursor) => {
    const branch = branches[Number(cursor.long())];
    if (branch === undefined) throw new RangeError("it holds a value of a type that its schema does not name");
    return branch(cursor);
  };
}

function list(item: Read): Read {
  return (cursor) => {
    const items: unknown[] = [];
    for (let count = cursor.blockCount(); count > 0; count = cursor.blockCount()) for (; count > 0; count--) items.push(item(cursor));
    return items;
  };
}

function whole(node: AvroNode, known: Map<AvroNode, Read>): Read {
  const found = known.get(node);
  if (found) return found;
  const fields: Read[] = [];
  const read: Read = (cursor) => fields.map((field) => field(cursor));
  // A type may hold itself.
  known.set(node, read);
  for (const field of node.fields) fields.push(build(field.node, undefined, known));
  return read;
}

function chosen(node: AvroNode, wanted: Wanted, known: Map<AvroNode, Read>): Read {
  const names = new Map(Object.entries(wanted).map(([name, { id }]) => [findField(node, name, id), name]));
  const steps = node.fields.map((field) => {
    const name = names.get(field) ?? null;
    return { name, read: name === null ? avroSkipper(field.node) : build(field.node, wanted[name]?.below, known) };
  });
  return (cursor) => {
    const record: Record<string, unknown> = {};
    for (const { name, read } of steps) {
      const value = read(cursor);
      if (name !== null) record[name] = value;
    }
    return record;
  };
}

/** A record's field by its id, or by its name where it has no id. */
export function findField(node: AvroNode, name: string, id: number): AvroField | undefined {
  return node.fields.find((field) => field.id === id) ?? node.fields.find((field) => field.id === null && field.name === name);
}

/** Every record of a file, as `read` gives it. Throws RangeError where the file is not whole. */
export function* readAvroRecords(file: Buffer, header: AvroHeader, read: Read): Generator {
  for (const { count, data } of readAvroBlocks(file, header)) {
    const cursor = new AvroCursor(data);
    for (let left = count; left > 0; left--) yield read(cursor);
    if (!cursor.atEnd) throw new RangeError("a block of it is longer than its records");
  }
}
