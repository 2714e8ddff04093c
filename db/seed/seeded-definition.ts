import { columnsByRole } from "#lib/column-roles.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { BAD_EVERY, storyOf } from "./stories.ts";

const OWNERS = ["Order Platform", "Payments", "Logistics", "CRM Data", "Finance Data", "Growth", "Pricing", "Supply"];
const NOUNS = [
  "orders",
  "captures",
  "shipments",
  "customers",
  "addresses",
  "ledger_entries",
  "prices",
  "stock_levels",
  "refunds",
  "sessions",
];

/** The definition of the seeded table number `n`, from 0: `<prefix>.<noun>_<number>`. Its location does not exist. */
export function seededDefinition(prefix: string, n: number): TableDefinition {
  const story = storyOf(n + 1);
  // Tables with duplicates stand in equal steps, and shall not all be one noun's.
  const turn = n + Math.floor(n / BAD_EVERY);
  const noun = NOUNS[turn % NOUNS.length] ?? "rows";
  return {
    name: `${prefix}.${noun}_${String(n).padStart(4, "0")}`,
    location: `s3://lake/${prefix}/${noun}_${n}`,
    relocated: false,
    readBy: "own",
    branch: null,
    kind: story !== null ? story.kind : n % 7 === 3 ? "cdc" : n % 11 === 5 ? "events" : "upsert",
    filter: null,
    owner: OWNERS[turn % OWNERS.length] ?? null,
    tags: n % 3 === 0 ? ["gold"] : [],
    paused: false,
    keys: [{ name: "id", columns: ["id"], promise: story === null && n % 11 === 5 && n % 7 !== 3 ? "none" : "unique", keep: "last" }],
    columns: {
      ...columnsByRole({ kafkaPartition: "kafka_partition", kafkaOffset: "kafka_offset", eventTime: "event_ts" }),
      unavailable: [],
      unavailablePlaceholder: "__debezium_unavailable_value",
      ...story?.columns,
    },
    measure: story?.measure ?? null,
    schemaRegistry: null,
    managedBy: null,
    masked: [...(story?.masked ?? [])],
    schedule: { by: "interval", everySeconds: 3600 },
    limits: {},
    budgets: { history: { snapshots: 200, seconds: 1800 }, run: { bytes: null, seconds: null } },
    sample: { keysMax: 20, rowsPerKeyMax: 50, retentionSeconds: 604_800 },
  };
}
