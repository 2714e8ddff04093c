import { columnsByRole } from "#lib/column-roles.ts";
import type { ColumnDefinitions, KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";

interface TableChanges extends Partial<Omit<TableDefinition, "keys" | "columns">> {
  keys?: Partial<KeyDefinition>[];
  columns?: Partial<ColumnDefinitions>;
}

/** An upsert table `orders` keyed by `order_id`, without Kafka columns, on the default schedule; what a test is about is changed by name. */
export function someTable({ keys = [{}], columns, ...rest }: TableChanges = {}): TableDefinition {
  return {
    name: "orders",
    location: "/lake/orders",
    relocated: false,
    readBy: "own",
    branch: null,
    kind: "upsert",
    filter: null,
    owner: null,
    tags: [],
    paused: false,
    keys: keys.map((key) => ({ name: "order_id", columns: ["order_id"], promise: "unique", keep: "last", ...key })),
    columns: {
      ...columnsByRole(),
      unavailable: [],
      unavailablePlaceholder: "__debezium_unavailable_value",
      ...columns,
    },
    measure: null,
    schemaRegistry: null,
    managedBy: null,
    masked: [],
    schedule: { by: "snapshot", pollSeconds: 60, observeEverySeconds: 3600 },
    limits: {},
    budgets: { history: { snapshots: 200, seconds: 1800 }, run: { bytes: null, seconds: null } },
    sample: { keysMax: 50, rowsPerKeyMax: 50, retentionSeconds: 2_592_000 },
    ...rest,
  };
}
