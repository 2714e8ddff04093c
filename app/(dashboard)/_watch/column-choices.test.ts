import { expect, test } from "vitest";
import { columnChoices } from "./column-choices.ts";

test("a column is offered where its type fits, and one that is a list or a struct nowhere", () => {
  const columns = [
    ["order_id", "string"],
    ["kafka_partition", "int"],
    ["kafka_offset", "long"],
    ["kafka_key", "binary"],
    ["at", "timestamptz"],
    ["__deleted", "boolean"],
    ["lines", "list<string>"],
    ["before", "struct<id: long>"],
  ].map(([name = "", type = ""], fieldId) => ({ name, type, fieldId, required: false }));
  expect(columnChoices(columns)).toEqual({
    all: ["order_id", "kafka_partition", "kafka_offset", "kafka_key", "at", "__deleted"],
    integers: ["kafka_partition", "kafka_offset"],
    texts: ["order_id"],
    times: ["kafka_partition", "kafka_offset", "at"],
    bytes: ["order_id", "kafka_key"],
    flags: ["order_id", "kafka_partition", "kafka_offset", "__deleted"],
  });
});
