package bergwatch.writer;

import bergwatch.writer.State.Data;
import bergwatch.writer.State.Delete;
import bergwatch.writer.State.Kind;
import bergwatch.writer.State.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** Writes data and delete files of one table, numbered in the order of writing, and says what went into each. Nothing is committed here. */
final class FileWriters {
  /** Sequence numbers come with the commit. */
  private static final long UNCOMMITTED = -1;

  private final Table table;
  private int files = 0;
  FileFormat format = FileFormat.PARQUET;
  int rowsPerFileMax = Integer.MAX_VALUE;

  FileWriters(Table table) {
    this.table = table;
  }

  private OutputFile output(String kind, FileFormat as, PartitionSpec spec, StructLike partition) {
    String name = as.addExtension("%05d-%s".formatted(++files, kind));
    return table.io().newOutputFile(
        spec.isPartitioned() ? table.locationProvider().newDataLocation(spec, partition, name) : table.locationProvider().newDataLocation(name));
  }

  private static EncryptedOutputFile plain(OutputFile file) {
    return EncryptedFiles.plainAsEncryptedOutput(file);
  }

  static StructLike partition(PartitionSpec spec, Schema schema, Record row) {
    PartitionKey key = new PartitionKey(spec, schema);
    key.partition(new InternalRecordWrapper(schema.asStruct()).wrap(row));
    return key;
  }

  private static List<String> texts(StructLike partition) {
    Object[] values = new Object[partition.size()];
    Arrays.setAll(values, i -> partition.get(i, Object.class));
    return State.texts(values);
  }

  private static Map<List<String>, List<Record>> byPartition(List<Record> rows, Schema schema, PartitionSpec spec) {
    Map<List<String>, List<Record>> groups = new LinkedHashMap<>();
    rows.forEach(r -> groups.computeIfAbsent(texts(partition(spec, schema, r)), k -> new ArrayList<>()).add(r));
    return groups;
  }

  /** Data files with the given schema and spec, so that a writer that has not heard of a change can be imitated. */
  List<Data> data(List<Record> rows, Schema schema, PartitionSpec spec) throws IOException {
    GenericFileWriterFactory factory = new GenericFileWriterFactory.Builder(table).dataFileFormat(format).dataSchema(schema).build();
    List<Data> out = new ArrayList<>();
    for (List<Record> group : byPartition(rows, schema, spec).values()) {
      for (int from = 0; from < group.size(); from += rowsPerFileMax) {
        List<Record> chunk = List.copyOf(group.subList(from, (int) Math.min(group.size(), (long) from + rowsPerFileMax)));
        StructLike partition = partition(spec, schema, chunk.get(0));
        DataWriter<Record> writer = factory.newDataWriter(plain(output("data", format, spec, partition)), spec, partition);
        try (writer) {
          chunk.forEach(writer::write);
        }
        out.add(new Data(writer.toDataFile(), chunk, texts(partition), UNCOMMITTED));
      }
    }
    return out;
  }

  /** One equality-delete file per partition of the given rows. `columns` are written, in their order; `ids` are what counts. */
  List<Delete> equality(List<Record> keys, Schema schema, Schema columns, PartitionSpec spec, List<Integer> ids) throws IOException {
    GenericFileWriterFactory factory =
        new GenericFileWriterFactory.Builder(table)
            .deleteFileFormat(format)
            .equalityFieldIds(ids.stream().mapToInt(i -> i).toArray())
            .equalityDeleteRowSchema(columns)
            .build();
    List<Delete> out = new ArrayList<>();
    for (List<Record> group : byPartition(keys, schema, spec).values()) {
      StructLike partition = partition(spec, schema, group.get(0));
      EqualityDeleteWriter<Record> writer = factory.newEqualityDeleteWriter(plain(output("equality", format, spec, partition)), spec, partition);
      Set<List<String>> tuples = new LinkedHashSet<>();
      try (writer) {
        for (Record key : group) {
          GenericRecord row = GenericRecord.create(columns);
          for (Types.NestedField c : columns.columns()) {
            row.setField(c.name(), key.getField(c.name()));
          }
          writer.write(row);
          tuples.add(State.tuple(row, ids, columns));
        }
      }
      out.add(new Delete(Kind.EQUALITY, writer.toDeleteFile(), spec.isUnpartitioned(), texts(partition), UNCOMMITTED, ids, tuples, Map.of()));
    }
    return out;
  }

  List<Delete> equality(List<Record> keys, Schema schema, PartitionSpec spec, List<Integer> ids) throws IOException {
    return equality(keys, schema, TypeUtil.select(schema, new LinkedHashSet<>(ids)), spec, ids);
  }

  /** Position deletes, one file per data file or one per partition, paths written as `spelled` says. */
  List<Delete> positions(List<Row> rows, boolean filePerDataFile, UnaryOperator<String> spelled) throws IOException {
    Map<List<String>, List<Row>> groups = new LinkedHashMap<>();
    for (Row r : rows) {
      List<String> group = new ArrayList<>(r.data().partition());
      group.add(filePerDataFile ? r.data().path() : String.valueOf(r.data().file().specId()));
      groups.computeIfAbsent(group, k -> new ArrayList<>()).add(r);
    }
    GenericFileWriterFactory factory = new GenericFileWriterFactory.Builder(table).deleteFileFormat(format).build();
    List<Delete> out = new ArrayList<>();
    for (List<Row> group : groups.values()) {
      group.sort(Comparator.comparing((Row r) -> r.data().path()).thenComparing(Row::position));
      Data first = group.get(0).data();
      PartitionSpec spec = table.specs().get(first.file().specId());
      PositionDeleteWriter<Record> writer =
          factory.newPositionDeleteWriter(plain(output("positions", format, spec, first.file().partition())), spec, first.file().partition());
      Map<String, Set<Long>> positions = new HashMap<>();
      try (writer) {
        PositionDelete<Record> delete = PositionDelete.create();
        for (Row r : group) {
          writer.write(delete.set(spelled.apply(r.data().path()), r.position()));
          positions.computeIfAbsent(State.withoutScheme(r.data().path()), k -> new TreeSet<>()).add(r.position());
        }
      }
      out.add(new Delete(Kind.POSITION, writer.toDeleteFile(), false, first.partition(), UNCOMMITTED, List.of(), Set.of(), positions));
    }
    return out;
  }

  /** Vectors in one Puffin file, and the delete files whose place they take. */
  record Vectors(List<Delete> added, Set<DeleteFile> replaced) {}

  /** Deletion vectors for rows; what a file's earlier vector or position deletes removed goes into its new vector, as engines do it. */
  Vectors vectors(List<Row> rows, State before) throws IOException {
    Map<String, Set<Long>> positions = new LinkedHashMap<>();
    rows.forEach(r -> positions.computeIfAbsent(r.data().path(), k -> new TreeSet<>()).add(r.position()));
    Map<String, List<DeleteFile>> earlier = new HashMap<>();
    for (Data d : before.data()) {
      List<Delete> mine = before.deletes().stream().filter(x -> x.kind() != Kind.EQUALITY && x.mayApply(d)).toList();
      if (positions.containsKey(d.path()) && !mine.isEmpty()) {
        mine.forEach(x -> positions.get(d.path()).addAll(x.positions().get(State.withoutScheme(d.path()))));
        earlier.put(d.path(), mine.stream().map(Delete::file).toList());
      }
    }
    BaseDeleteLoader loader = new BaseDeleteLoader(f -> table.io().newInputFile(f));
    BaseDVFileWriter writer =
        new BaseDVFileWriter(
            () -> output("vectors", FileFormat.PUFFIN, table.spec(), rows.get(0).data().file().partition()),
            path -> earlier.containsKey(path) ? loader.loadPositionDeletes(earlier.get(path), path) : null);
    try (writer) {
      for (Row r : rows) {
        writer.delete(r.data().path(), r.position(), table.specs().get(r.data().file().specId()), r.data().file().partition());
      }
    }
    DeleteWriteResult result = writer.result();
    List<Delete> added = new ArrayList<>();
    for (DeleteFile f : result.deleteFiles()) {
      Data target = rows.stream().map(Row::data).filter(d -> d.path().equals(f.referencedDataFile())).findFirst().orElseThrow();
      Set<Long> mine = positions.get(target.path());
      if (mine.size() != f.recordCount()) {
        throw new IllegalStateException(f.location() + ": the model has " + mine.size() + " positions, the vector " + f.recordCount());
      }
      added.add(new Delete(Kind.VECTOR, f, false, target.partition(), UNCOMMITTED, List.of(), Set.of(), Map.of(State.withoutScheme(target.path()), mine)));
    }
    return new Vectors(added, new LinkedHashSet<>(result.rewrittenDeleteFiles()));
  }
}
