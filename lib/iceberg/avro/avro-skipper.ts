import type { AvroCursor } from "#lib/iceberg/avro/avro-cursor.ts";
import type { AvroNode } from "#lib/iceberg/avro/avro-schema.ts";

type Skip = (cursor: AvroCursor) => void;

/** Returns a function that skips a value of this type. Most of a manifest is statistics that no check reads. */
export function avroSkipper(node: AvroNode, known = new Map<AvroNode, Skip>()): Skip {
  const inner = (at: number): Skip => {
    const below = node.inner[at];
    return below === undefined ? () => {} : avroSkipper(below, known);
  };
  switch (node.kind) {
    case "null":
      return () => {};
    case "boolean":
      return (cursor) => cursor.skip(1);
    case "int":
    case "long":
    case "enum":
      return (cursor) => void cursor.long();
    case "float":
      return (cursor) => cursor.skip(4);
    case "double":
      return (cursor) => cursor.skip(8);
    case "bytes":
    case "string":
      return (cursor) => cursor.skip(cursor.size());
    case "fixed":
      return (cursor) => cursor.skip(node.size);
    case "union": {
      const branches = node.inner.map((_, at) => inner(at));
      return (cursor) => {
        const branch = branches[Number(cursor.long())];
        if (branch === undefined) throw new RangeError("it holds a value of a type that its schema does not name");
        branch(cursor);
      };
    }
    case "array": {
      const item = inner(0);
      return (cursor) => cursor.skipBlocks(item);
    }
    case "map": {
      const value = inner(0);
      return (cursor) =>
        cursor.skipBlocks((entry) => {
          entry.skip(entry.size());
          value(entry);
        });
    }
    default:
      return record(node, known);
  }
}

function record(node: AvroNode, known: Map<AvroNode, Skip>): Skip {
  const found = known.get(node);
  if (found) return found;
  const fields: Skip[] = [];
  const skip: Skip = (cursor) => {
    for (const field of fields) field(cursor);
  };
  // A type may hold itself.
  known.set(node, skip);
  for (const field of node.fields) fields.push(avroSkipper(field.node, known));
  return skip;
}
