/** What holds where a file says nothing, as a file would say it: descriptions and definitions both take it from here. */
export const DEFAULTS = {
  kind: "upsert",
  keep: "last",
  timeZone: "UTC",
  poll: "1m",
  atLeastEvery: "1h",
  unavailablePlaceholder: "__debezium_unavailable_value",
  historySnapshots: 200,
  historyDuration: "30m",
  sampleKeys: 50,
  sampleRowsPerKey: 50,
  sampleRetention: "30d",
  overdueFactor: 2,
  pollers: 4,
  factsRetention: "400d",
  runsRetention: "90d",
  digestCron: "0 9 * * MON",
} as const;
