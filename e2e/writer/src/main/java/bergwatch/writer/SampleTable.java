package bergwatch.writer;

import bergwatch.writer.State.Data;
import bergwatch.writer.State.Delete;
import bergwatch.writer.State.Row;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.DeleteFiles;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;

/** A table and the memory of it: every commit goes to both. */
final class SampleTable {
  /** A snapshot as the memory has it. */
  record Version(Long snapshotId, Instant committedAt, State state) {}

  /** Files of a commit being put together. */
  final class Delta {
    private final List<Data> data = new ArrayList<>();
    private final List<Delete> deletes = new ArrayList<>();
    private final RowDelta update = table.newRowDelta();
    private State before = state();

    Delta rows(List<Record> rows) throws IOException {
      return rows(rows, table.schema(), table.spec());
    }

    Delta rows(List<Record> rows, Schema schema, PartitionSpec spec) throws IOException {
      List<Data> written = files.data(rows, schema, spec);
      written.forEach(d -> update.addRows(d.file()));
      data.addAll(written);
      return this;
    }

    Delta delete(List<Delete> written) {
      written.forEach(d -> update.addDeletes(d.file()));
      deletes.addAll(written);
      return this;
    }

    Delta equality(List<Record> keys, Schema schema, PartitionSpec spec, Integer... ids) throws IOException {
      return delete(files.equality(keys, schema, spec, List.of(ids)));
    }

    Delta equality(List<Record> keys, Integer... ids) throws IOException {
      return equality(keys, table.schema(), table.spec(), ids);
    }

    Delta positions(List<Row> rows, boolean filePerDataFile) throws IOException {
      return delete(files.positions(rows, filePerDataFile, UnaryOperator.identity()));
    }

    Delta vectors(List<Row> rows) throws IOException {
      FileWriters.Vectors vectors = files.vectors(rows, before);
      vectors.replaced().forEach(update::removeDeletes);
      before = before.without(Set.of(), vectors.replaced());
      return delete(vectors.added());
    }

    /** The rows that this commit adds: for deletes within one checkpoint. */
    List<Row> added() {
      return new State(data, List.of()).physical();
    }

    void commit() {
      if (table.snapshot(branch) != null) {
        update.validateFromSnapshot(table.snapshot(branch).snapshotId());
      }
      on(update).commit();
      committed(before, data, deletes);
    }
  }

  final String name;
  final BaseTable table;
  final FixedOperations operations;
  final FileWriters files;
  /** Every snapshot of every branch, oldest first. */
  final List<Version> versions = new ArrayList<>();

  private final Map<String, Version> heads = new LinkedHashMap<>();
  private String branch = "main";

  SampleTable(String name, FixedOperations operations) {
    this.name = name;
    this.operations = operations;
    this.table = new BaseTable(operations, name);
    this.files = new FileWriters(table);
  }

  Schema schema() {
    return table.schema();
  }

  Version head(String ofBranch) {
    return heads.getOrDefault(ofBranch, new Version(null, null, State.EMPTY));
  }

  private State state() {
    return head(branch).state();
  }

  /** A row of the current schema: name, value, name, value, …; what is not named is NULL. */
  Record row(Object... namesAndValues) {
    return row(schema(), namesAndValues);
  }

  static Record row(Schema schema, Object... namesAndValues) {
    GenericRecord row = GenericRecord.create(schema);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row.setField((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return row;
  }

  /** Live rows whose column has this value. */
  List<Row> where(String column, Object value) {
    int id = schema().findField(column).fieldId();
    return find(r -> value.equals(Values.get(r.values(), id, schema())));
  }

  List<Row> find(Predicate<Row> wanted) {
    return state().live(schema()).stream().filter(wanted).collect(Collectors.toList());
  }

  private <T> SnapshotUpdate<T> on(SnapshotUpdate<T> update) {
    if (!branch.equals("main")) {
      update.toBranch(branch);
    }
    return update;
  }

  private void committed(State kept, List<Data> data, List<Delete> deletes) {
    Snapshot s = table.snapshot(branch);
    long sequence = s.sequenceNumber();
    State next = kept.with(data.stream().map(d -> d.at(sequence)).toList(), deletes.stream().map(d -> d.at(sequence)).toList());
    remember(s, next);
  }

  private void remember(Snapshot s, State state) {
    Version v = new Version(s.snapshotId(), Instant.ofEpochMilli(s.timestampMillis()), state);
    versions.add(v);
    heads.put(branch, v);
  }

  void append(Record... rows) throws IOException {
    append(Arrays.asList(rows));
  }

  void append(List<Record> rows) throws IOException {
    append(rows, schema(), table.spec());
  }

  void append(List<Record> rows, Schema schema, PartitionSpec spec) throws IOException {
    register(files.data(rows, schema, spec));
  }

  /** Appends files that may be there already. */
  void register(List<Data> data) {
    AppendFiles append = table.newFastAppend();
    data.forEach(d -> append.appendFile(d.file()));
    on(append).commit();
    committed(state(), data, List.of());
  }

  Delta delta() {
    return new Delta();
  }

  /**
   * What Flink's upsert writer leaves of one checkpoint: an equality delete per key, the rows, and a position delete (a vector from v3 on) for a key that the
   * checkpoint wrote before.
   */
  void upsert(List<Record> rows, Schema schema, PartitionSpec spec, Integer... ids) throws IOException {
    Map<List<String>, Record> first = new LinkedHashMap<>();
    rows.forEach(r -> first.putIfAbsent(State.tuple(r, List.of(ids), schema), r));
    Delta delta = delta().rows(rows, schema, spec).equality(new ArrayList<>(first.values()), schema, spec, ids);
    Map<List<String>, Row> last = new LinkedHashMap<>();
    List<Row> overtaken = new ArrayList<>();
    for (Row r : delta.added()) {
      Row before = last.put(State.tuple(r.values(), List.of(ids), schema), r);
      if (before != null) {
        overtaken.add(before);
      }
    }
    if (!overtaken.isEmpty() && operations.current().formatVersion() >= 3) {
      delta.vectors(overtaken);
    } else if (!overtaken.isEmpty()) {
      delta.positions(overtaken, true);
    }
    delta.commit();
  }

  void upsert(List<Record> rows, Integer... ids) throws IOException {
    upsert(rows, schema(), table.spec(), ids);
  }

  /** Copy-on-write: the files of the wanted rows are written again with those rows changed (null drops one). */
  void copyOnWrite(Predicate<Row> wanted, UnaryOperator<Record> changed) throws IOException {
    Set<String> paths = find(wanted).stream().map(r -> r.data().path()).collect(Collectors.toSet());
    List<Record> rows = new ArrayList<>();
    for (Row r : find(r -> paths.contains(r.data().path()))) {
      Record next = wanted.test(r) ? changed.apply(r.values()) : r.values();
      if (next != null) {
        rows.add(next);
      }
    }
    OverwriteFiles overwrite = table.newOverwrite();
    state().data().stream().filter(d -> paths.contains(d.path())).forEach(d -> overwrite.deleteFile(d.file()));
    List<Data> written = files.data(rows, schema(), table.spec());
    written.forEach(d -> overwrite.addFile(d.file()));
    on(overwrite).commit();
    committed(state().without(paths, Set.of()), written, List.of());
  }

  void dropAllFiles() {
    DeleteFiles delete = table.newDelete();
    state().data().forEach(d -> delete.deleteFile(d.file()));
    on(delete).commit();
    committed(State.EMPTY, List.of(), List.of());
  }

  /** Compaction of some files. `dropDeletes`: all live delete files leave with it. `keepSequence`: the new files keep this number, else get a new one. */
  void compact(Predicate<Data> which, boolean dropDeletes, Long keepSequence) throws IOException {
    compact(which, d -> dropDeletes, keepSequence);
  }

  void compact(Predicate<Data> which, Predicate<Delete> drop, Long keepSequence) throws IOException {
    List<Data> old = state().data().stream().filter(which).toList();
    Set<String> paths = old.stream().map(Data::path).collect(Collectors.toSet());
    List<Data> written = files.data(find(r -> paths.contains(r.data().path())).stream().map(Row::values).toList(), schema(), table.spec());
    RewriteFiles rewrite = table.newRewrite().validateFromSnapshot(table.snapshot(branch).snapshotId());
    old.forEach(d -> rewrite.deleteFile(d.file()));
    written.forEach(d -> rewrite.addFile(d.file()));
    Set<DeleteFile> dropped = state().deletes().stream().filter(drop).map(Delete::file).collect(Collectors.toSet());
    dropped.forEach(rewrite::deleteFile);
    if (keepSequence != null) {
      rewrite.dataSequenceNumber(keepSequence);
    }
    State kept = state().without(paths, dropped);
    on(rewrite).commit();
    Snapshot s = table.snapshot(branch);
    long sequence = keepSequence == null ? s.sequenceNumber() : keepSequence;
    remember(s, kept.with(written.stream().map(d -> d.at(sequence)).toList(), List.of()));
  }

  /** A file that is registered several times is written once more, and all its entries make way for the new one. */
  void registerOnce(Data twice) throws IOException {
    List<Data> written = files.data(twice.rows(), schema(), table.spec());
    OverwriteFiles overwrite = table.newOverwrite().deleteFile(twice.file());
    written.forEach(d -> overwrite.addFile(d.file()));
    on(overwrite).commit();
    committed(state().without(Set.of(twice.path()), Set.of()), written, List.of());
  }

  /** Commits go to this branch from now on; a new one starts at the current head. */
  void switchTo(String otherBranch) {
    if (!heads.containsKey(otherBranch)) {
      table.manageSnapshots().createBranch(otherBranch, table.snapshot(branch).snapshotId()).commit();
      heads.put(otherBranch, head(branch));
    }
    branch = otherBranch;
  }

  /** Expires all snapshots but the current ones and deletes what only they held. */
  void expireOlder() {
    table.expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).cleanExpiredFiles(true).commit();
    versions.removeIf(v -> table.snapshot(v.snapshotId()) == null);
  }
}
