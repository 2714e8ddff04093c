package bergwatch.writer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/**
 * What a snapshot holds, as the writer remembers it: live data files with their rows, live delete files with what they delete. Which rows are live follows from
 * the Iceberg specification ("Scan planning", "Row-level deletes") and from nothing that was read back.
 */
record State(List<Data> data, List<Delete> deletes) {
  static final State EMPTY = new State(List.of(), List.of());

  /** A live entry; the same file may be registered by several. Partition values as text, in the spec's order. */
  record Data(DataFile file, List<Record> rows, List<String> partition, long sequence) {
    String path() {
      return file.location();
    }

    Data at(long committed) {
      return new Data(file, rows, partition, committed);
    }
  }

  enum Kind {
    EQUALITY,
    POSITION,
    VECTOR
  }

  /** Equality: ids and tuples (texts in the order of the ids). Position and vector: positions by data file path. */
  record Delete(
      Kind kind, DeleteFile file, boolean global, List<String> partition, long sequence, List<Integer> ids, Set<List<String>> tuples, Map<String, Set<Long>> positions) {
    Delete at(long committed) {
      return new Delete(kind, file, global, partition, committed, ids, tuples, positions);
    }

    /** May this delete touch rows of that file? By sequence number, spec, partition and path; not by its values. */
    boolean mayApply(Data data) {
      boolean samePartition = file.specId() == data.file.specId() && partition.equals(data.partition);
      return switch (kind) {
        case EQUALITY -> data.sequence < sequence && (global || samePartition);
        case POSITION, VECTOR -> data.sequence <= sequence && samePartition && positions.containsKey(withoutScheme(data.path()));
      };
    }
  }

  /** A row where it lies. */
  record Row(Data data, long position, Record values) {}

  State with(List<Data> moreData, List<Delete> moreDeletes) {
    List<Data> d = new ArrayList<>(data);
    d.addAll(moreData);
    List<Delete> x = new ArrayList<>(deletes);
    x.addAll(moreDeletes);
    return new State(List.copyOf(d), List.copyOf(x));
  }

  State without(Set<String> dataPaths, Set<DeleteFile> deleteFiles) {
    Set<String> gone = new HashSet<>();
    deleteFiles.forEach(f -> gone.add(id(f)));
    return new State(data.stream().filter(d -> !dataPaths.contains(d.path())).toList(), deletes.stream().filter(d -> !gone.contains(id(d.file))).toList());
  }

  /** Several vectors share a Puffin file. */
  static String id(DeleteFile file) {
    return file.location() + "@" + file.contentOffset();
  }

  /** Rows of all live data files, deletes ignored. */
  List<Row> physical() {
    List<Row> rows = new ArrayList<>();
    for (Data d : data) {
      for (int i = 0; i < d.rows.size(); i++) {
        rows.add(new Row(d, i, d.rows.get(i)));
      }
    }
    return rows;
  }

  /** Rows that no delete removes. Equality values compare as the given schema reads them; it must know every equality id. */
  List<Row> live(Schema reading) {
    List<Row> rows = new ArrayList<>();
    for (Data d : data) {
      List<Delete> mine = deletes.stream().filter(x -> x.mayApply(d)).toList();
      boolean hasVector = mine.stream().anyMatch(x -> x.kind == Kind.VECTOR);
      for (int i = 0; i < d.rows.size(); i++) {
        Row row = new Row(d, i, d.rows.get(i));
        Map<List<Integer>, List<String>> tuples = new HashMap<>();
        if (mine.stream().noneMatch(x -> removes(x, row, hasVector, ids -> tuples.computeIfAbsent(ids, k -> tuple(row.values, k, reading))))) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private static boolean removes(Delete delete, Row row, boolean hasVector, Function<List<Integer>, List<String>> tuple) {
    return switch (delete.kind) {
      case EQUALITY -> delete.tuples.contains(tuple.apply(delete.ids));
      case VECTOR -> delete.positions.get(withoutScheme(row.data.path())).contains(row.position);
      // a vector takes the place of every position delete of its file
      case POSITION -> !hasVector && delete.positions.get(withoutScheme(row.data.path())).contains(row.position);
    };
  }

  static List<String> tuple(Record row, List<Integer> ids, Schema reading) {
    List<String> values = new ArrayList<>();
    ids.forEach(id -> values.add(Values.text(reading.findType(id), Values.get(row, id, reading))));
    return values;
  }

  /** {@code s3a://lake/x} and {@code s3://lake/x} are the same file, and so are {@code hdfs://host/x} and {@code /x}. */
  static String withoutScheme(String path) {
    String afterScheme = path.replaceFirst("^(s3|s3a|s3n)://", "/");
    return afterScheme.replaceFirst("^hdfs://[^/]*", "").replaceFirst("^file:(//)?", "");
  }

  static List<String> texts(Object... values) {
    return Arrays.stream(values).map(v -> v == null ? null : v.toString()).toList();
  }
}
