/** Codes for a delete: Debezium's and its flatteners', other connectors' words, and Flink's row kind. */
export const DELETE_OPS = ["d", "D", "delete", "Delete", "DELETE", "-D"] as const;
