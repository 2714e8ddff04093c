import type { TableColumn } from "#lib/iceberg/contract.ts";

/** The columns of a key with their types, where the schema tells them: of a nested one it does not. Pure. */
export function searchColumns(key: readonly string[], schema: readonly TableColumn[] | null): { name: string; type: string | null }[] {
  const types = new Map((schema ?? []).map(({ name, type }) => [name.toLowerCase(), type]));
  return key.map((name) => ({ name, type: types.get(name.toLowerCase()) ?? null }));
}
