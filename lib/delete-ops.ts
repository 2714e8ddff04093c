/** Debezium's and its flatteners' codes for a delete. */
export const DELETE_OPS = ["d", "D", "delete", "DELETE"] as const;
