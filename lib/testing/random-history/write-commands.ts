import { leavesOf } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { Field, Schema } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { mapDistinct } from "#lib/testing/iceberg-writer/modelled-table.ts";
import type { Row } from "#lib/testing/iceberg-writer/write-parquet.ts";
import { equalityIdsOf, selectFields } from "#lib/testing/random-history/columns.ts";
import { CODECS } from "#lib/testing/random-history/history.ts";
import type { Command, DeleteLayout, Nameless } from "#lib/testing/random-history/history.ts";
import { belongsTo, SIDE_BRANCH } from "#lib/testing/random-history/play.ts";
import type { Play } from "#lib/testing/random-history/play.ts";

type Of<D extends Command["do"]> = Extract<Command, { do: D }>;

const onBranch = (command: { branch: boolean }): { branch?: string } => (command.branch ? { branch: SIDE_BRANCH } : {});

/** Data files for the rows under the default spec: one per partition, split further when `files` is above 1. */
export async function writeRows(
  play: Play,
  rows: readonly Row[],
  options: { files?: number; times?: number; codec?: number; schema?: Schema; nameless?: Nameless; lineage?: boolean } = {},
): Promise<ContentFile[]> {
  const spec = play.table.spec(play.table.state.defaultSpecId);
  const { schema = play.table.schema, nameless = "no", lineage = false } = options;
  const codec = CODECS[(options.codec ?? 0) % CODECS.length] ?? "zstd";
  const written: ContentFile[] = [];
  for (const { placement, items } of play.modelled.byPartition(rows, spec, (row) => row)) {
    const size = Math.ceil(items.length / (options.files ?? 1));
    for (let start = 0; start < items.length; start += size) {
      const chunk = Array.from({ length: options.times ?? 1 }, () => items.slice(start, start + size)).flat();
      written.push(await play.modelled.dataFile(chunk, placement, { codec, schema, nameless, lineage }));
    }
  }
  return written;
}

export async function append(play: Play, command: Of<"append">): Promise<void> {
  const schema = (command.old ? play.table.state.schemas.at(-2) : undefined) ?? play.table.schema;
  const rows = play.rows(schema.fields, command.rows);
  const { files: count, times, codec } = command;
  const nameless = play.history.writers === "mixed" ? command.nameless : "no";
  const files = await writeRows(play, rows, { files: count, times, codec, schema, nameless });
  play.commit({ operation: "append", add: command.twice ? [...files, ...files] : files, ...onBranch(command) });
}

export async function overwrite(play: Play, command: Of<"overwrite">): Promise<void> {
  const leaving = play.dataPaths(command.files);
  const add = await writeRows(play, play.rows(play.table.schema.fields, command.rows));
  play.commit({ operation: "overwrite", add, remove: (entry) => belongsTo(leaving, entry) });
}

export async function upsert(play: Play, command: Of<"upsert">): Promise<void> {
  const { modelled, table } = play;
  const { fields } = table.schema;
  const ids = equalityIdsOf(command.ids, play.history.key, fields);
  const spec = table.spec(table.state.defaultSpecId);
  const add: ContentFile[] = [];
  for (const { placement, items } of modelled.byPartition(play.rows(fields, command.rows), spec, (row) => row)) {
    const data = await modelled.dataFile(items, placement);
    add.push(data);
    if (ids.length === 0) continue;
    add.push(await modelled.equalityDeleteFile(distinct(items, ids), placement, { equalityIds: ids, fields: selectFields(fields, ids) }));
    const replaced = items.flatMap((row, position) => (items.findLastIndex((other) => same(row, other, ids)) > position ? [position] : []));
    if (replaced.length === 0) continue;
    if (table.state.formatVersion === 3) add.push(...modelled.vectorFiles([{ dataFile: data, positions: replaced }]));
    else
      add.push(
        await modelled.positionDeleteFile(
          replaced.map((position) => ({ file: data.path, position })),
          placement,
          true,
        ),
      );
  }
  play.commit({ operation: "overwrite", add, ...onBranch(command) });
}

export async function deleteEqual(play: Play, command: Of<"delete equal">): Promise<void> {
  const { modelled, table } = play;
  const { fields } = table.schema;
  const ids = equalityIdsOf(command.ids, play.history.key, fields);
  const spec = table.state.specs[command.spec % table.state.specs.length];
  if (ids.length === 0 || spec === undefined) return;
  const add: ContentFile[] = [];
  for (const { placement, items } of modelled.byPartition(play.rows(fields, command.rows), spec, (row) => row)) {
    const laidOut = layOut(fields, ids, command.layout);
    add.push(await modelled.equalityDeleteFile(items, placement, { equalityIds: ids, fields: laidOut }));
  }
  play.commit({ operation: "delete", add, ...onBranch(command) });
}

function layOut(fields: readonly Field[], ids: readonly number[], layout: DeleteLayout): Field[] {
  if (layout === "whole row") return [...fields];
  const selected = selectFields(fields, ids);
  return layout === "reversed" ? selected.toReversed() : selected;
}

function same(a: Row, b: Row, ids: readonly number[]): boolean {
  return ids.every((id) => (a.get(id) ?? null) === (b.get(id) ?? null));
}

function distinct(rows: readonly Row[], ids: readonly number[]): Row[] {
  return rows.filter((row, index) => rows.findIndex((other) => same(row, other, ids)) === index);
}

/** Rows as the current schema reads them: what a rewrite writes. */
export function projected(play: Play, rows: readonly Row[], valueOf: (row: Row, id: number) => string | null): Row[] {
  const leaves = leavesOf(play.table.schema.fields);
  return mapDistinct(rows, (row) => new Map(leaves.map(({ id }) => [id, valueOf(row, id)])));
}
