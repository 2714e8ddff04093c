import { z } from "zod";
import { DELETE_FEATURES, findDeleteFeatures, LEFT } from "#lib/iceberg/duckdb/causes/delete-features.ts";
import { readCompactions } from "#lib/iceberg/duckdb/causes/read-compactions.ts";
import { rankWinners } from "#lib/iceberg/duckdb/causes/winners.ts";
import { readNeverDeletes } from "#lib/iceberg/plan/never-deletes.ts";
import { keepDuplicatedRows, openCauseReading } from "#lib/testing/cause-reading.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { Commit } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import type { Field, PartitionValue } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, aRow, type TestEngine } from "#lib/testing/test-engine.ts";

export const ID = aField(1, "id");
export const AT = aField(2, "at");
export const SHOP = aField(3, "shop", "string");
const FIELDS = [ID, AT, SHOP];
export const BY_SHOP = { "spec-id": 0, fields: [{ "source-id": 3, "field-id": 1000, name: "shop_part", transform: "identity" }] };
export const inShop = (...partition: PartitionValue[]) => ({ specId: 0, partition });

type Where = { specId: number; partition: PartitionValue[] };
/** id, at, shop. */
export type OrderValues = [id: string, at: string, shop: string | null];

/** A table of orders (id, at, shop) whose commits delete, with what its rows lead to. */
export class DeletedOrders {
  readonly table: ModelledTable;
  /** By key: what the features that are not known lack, as found last. */
  lacks: Record<string, string[]> = {};
  /** As found last. */
  neverDeletes: boolean | null = null;

  readonly #engine: TestEngine;

  constructor(engine: TestEngine, rest: { spec?: typeof BY_SHOP; fields?: Field[] } = {}) {
    this.#engine = engine;
    this.table = engine.newTable({ fields: FIELDS, ...rest });
  }

  async data(where: Where, ...rows: OrderValues[]): Promise<ContentFile> {
    return await this.table.dataFile(
      rows.map(([id, at, shop]) => aRow({ 1: id, 2: at, 3: shop })),
      where,
    );
  }

  async deletes(where: Where, fields: readonly Field[], ...rows: Record<number, string | null>[]): Promise<ContentFile> {
    return await this.table.equalityDeleteFile(rows.map(aRow), where, { equalityIds: fields.map(({ id }) => id), fields });
  }

  commit(operation: Commit["operation"], add: ContentFile[], rest: Partial<Commit> = {}): bigint {
    return this.table.table.commit({ operation, add, ...rest }).id;
  }

  /** By key: deleted_in_same_commit, deleted_elsewhere, not_deleted. */
  async features(key = ["id"]): Promise<Record<string, (boolean | null)[]>> {
    const reading = await openCauseReading(this.#engine, this.table, { key, columns: { eventTime: "at" } });
    await keepDuplicatedRows(reading, LEFT);
    await rankWinners(reading, LEFT);
    const { database, planned, live } = reading;
    const { value: neverDeletes } = await readNeverDeletes(database, planned.table, {
      snapshot: planned.pinned?.snapshot ?? null,
      files: planned.files,
    });
    await findDeleteFeatures(reading, { isCompacted: await readCompactions(reading, live.files), neverDeletes });
    this.neverDeletes = neverDeletes;
    const truth = z.boolean().nullable();
    const rows = await this.#engine.database.rows(
      `SELECT DISTINCT key, f.* FROM ${DELETE_FEATURES} f JOIN ${LEFT} USING (id)`,
      z.object({
        key: z.string(),
        deleted_in_same_commit: truth,
        deleted_elsewhere: truth,
        not_deleted: truth,
        erased: z.boolean(),
        expired: z.boolean(),
      }),
    );
    const features = rows.map(({ key, erased, expired, ...of }) => {
      const truths = [of.deleted_in_same_commit, of.deleted_elsewhere, of.not_deleted];
      const isOpen = truths.includes(null);
      if ((erased || expired) !== isOpen) throw new Error(`key ${key} is ${isOpen ? "not " : ""}said to lack something`);
      this.lacks = { ...this.lacks, [key]: [...(erased ? ["compacted"] : []), ...(expired ? ["expired"] : [])] };
      return [key, truths] as const;
    });
    return Object.fromEntries(features);
  }
}

export const KEY = '["1"]';
export const SAME_COMMIT = { [KEY]: [true, false, true] };
export const ELSEWHERE = { [KEY]: [false, true, false] };
export const NOT_DELETED = { [KEY]: [false, false, true] };
export const ERASED = { [KEY]: [null, null, null] };
