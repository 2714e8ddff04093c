import type { TableManager } from "#lib/names.ts";

/** Vendors that own the tables they manage, as people call them. */
export const MANAGER_TITLES: Readonly<Record<Exclude<TableManager, "you">, string>> = {
  tableflow: "Confluent Tableflow",
  msk_data_delivery: "Amazon MSK Data Delivery",
  redpanda: "Redpanda",
  unity_catalog: "Databricks Unity Catalog",
  delta_lake: "Delta Lake",
};
