package bergwatch.writer;

import bergwatch.writer.State.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** What Iceberg's own generic reader says of a table. */
final class Reading {
  private Reading() {}

  /** Live rows of a snapshot in the given schema: column texts, with how often each row occurs. */
  private static Map<List<String>, Integer> rows(Table table, long snapshotId, Schema schema) throws IOException {
    Map<List<String>, Integer> rows = counted();
    try (CloseableIterable<Record> read = IcebergGenerics.read(table).useSnapshot(snapshotId).project(schema).build()) {
      read.forEach(r -> rows.merge(texts(r, schema), 1, Integer::sum));
    }
    return rows;
  }

  private static List<String> texts(Record row, Schema schema) {
    List<String> texts = new ArrayList<>();
    for (Types.NestedField c : schema.columns()) {
      texts.add(Values.text(c.type(), row.getField(c.name())));
    }
    return texts;
  }

  /** Fails when the library's manifests list other live files, or other sequence numbers, than the memory of a snapshot has. */
  private static void compareFiles(SampleTable sample, SampleTable.Version version) throws IOException {
    Map<String, Integer> remembered = new TreeMap<>();
    version.state().data().forEach(d -> remembered.merge(d.path() + " " + d.sequence(), 1, Integer::sum));
    version.state().deletes().forEach(d -> remembered.merge(State.id(d.file()) + " " + d.sequence(), 1, Integer::sum));
    Map<String, Integer> read = liveFiles(sample.table, sample.table.snapshot(version.snapshotId()));
    if (!remembered.equals(read)) {
      throw new IllegalStateException(difference(sample, version, remembered, read));
    }
  }

  /** What the library reads otherwise than the memory has it, in any snapshot. Other files than remembered are an error at once. */
  static List<String> differences(SampleTable table) throws IOException {
    List<String> differences = new ArrayList<>();
    for (SampleTable.Version v : table.versions) {
      compareFiles(table, v);
      String difference = rowDifference(table, v);
      if (difference != null) {
        differences.add(difference);
      }
    }
    return differences;
  }

  /** What differs between the live rows in memory and those that the library reads; null when nothing does. */
  private static String rowDifference(SampleTable sample, SampleTable.Version version) throws IOException {
    Map<List<String>, Integer> remembered = counted();
    List<Integer> ids = sample.schema().columns().stream().map(Types.NestedField::fieldId).toList();
    for (Row r : version.state().live(sample.schema())) {
      remembered.merge(State.tuple(r.values(), ids, sample.schema()), 1, Integer::sum);
    }
    Map<List<String>, Integer> read = rows(sample.table, version.snapshotId(), sample.schema());
    return remembered.equals(read) ? null : difference(sample, version, remembered, read);
  }

  private static String difference(SampleTable sample, SampleTable.Version version, Object remembered, Object read) {
    return "%s@%s%nremembered %s%nread       %s".formatted(sample.name, version.snapshotId(), remembered, read);
  }

  private static Map<List<String>, Integer> counted() {
    return new TreeMap<>(Comparator.comparing(List::toString));
  }

  private static Map<String, Integer> liveFiles(Table table, Snapshot snapshot) throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    for (ManifestFile m : snapshot.dataManifests(table.io())) {
      try (ManifestReader<DataFile> reader = ManifestFiles.read(m, table.io(), table.specs())) {
        reader.forEach(f -> files.merge(f.location() + " " + f.dataSequenceNumber(), 1, Integer::sum));
      }
    }
    for (ManifestFile m : snapshot.deleteManifests(table.io())) {
      try (ManifestReader<DeleteFile> reader = ManifestFiles.readDeleteManifest(m, table.io(), table.specs())) {
        reader.forEach(f -> files.merge(State.id(f) + " " + f.dataSequenceNumber(), 1, Integer::sum));
      }
    }
    return files;
  }
}
