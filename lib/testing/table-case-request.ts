import type { FactsRequest } from "#lib/iceberg/contract.ts";
import { someRequest } from "#lib/testing/facts.ts";

const ROLES = new Map([
  ["--kafka-partition", "kafkaPartition"],
  ["--kafka-key", "kafkaKey"],
  ["--kafka-offset", "kafkaOffset"],
  ["--kafka-topic", "kafkaTopic"],
  ["--kafka-timestamp", "kafkaTimestamp"],
  ["--event-time", "eventTime"],
  ["--op", "op"],
  ["--source-time", "sourceTime"],
  ["--deleted", "deleted"],
] as const);

/** The options of a committed table's question as the request that `check` makes of them. Throws Error for an option that it does not know. */
export function tableCaseRequest(args: readonly string[]): FactsRequest {
  const request = someRequest({ location: "", key: [] });
  const options = args[Symbol.iterator]();
  for (const option of options) {
    if (option === "--relocated") {
      request.relocated = true;
      continue;
    }
    const value = options.next().value ?? "";
    const role = [...ROLES].find(([name]) => name === option)?.[1];
    if (role) request.columns[role] = value;
    else if (option === "--location") request.location = value;
    else if (option === "--key") request.key.push(value);
    else if (option === "--lsn") request.columns.lsn.push(value);
    else if (option === "--where") request.where = value;
    else if (option === "--snapshot") request.snapshot = { by: "id", id: value };
    else if (option === "--branch") request.snapshot = { by: "branch", name: value };
    else if (option === "--kind") request.cdc = value === "cdc";
    else throw new Error(`no option of a table's question: ${option}`);
  }
  return request;
}
