package bergwatch.writer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;

/** Tables broken on purpose: the answer is exit 3 and a message that names the fault. */
final class BrokenTables {
  private interface Fault {
    void on(Path file) throws IOException;
  }

  private BrokenTables() {}

  static void write(TestData out) throws IOException {
    Fault missing = Files::delete;
    Fault truncated = file -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) (Files.size(file) * 2 / 3)));
    Fault garbage = file -> Files.writeString(file, "this is no such file\n".repeat(40));
    broken(out, "missing_data_manifest", 2, "metadata/commit-2-m0.avro", missing);
    broken(out, "garbage_data_manifest", 2, "metadata/commit-2-m0.avro", garbage);
    broken(out, "truncated_data_manifest", 2, "metadata/commit-2-m0.avro", truncated);
    broken(out, "missing_delete_manifest", 2, "metadata/commit-3-m0.avro", missing);
    broken(out, "missing_manifest_list", 2, "metadata/snap-*-commit-3.avro", missing);
    broken(out, "garbage_manifest_list", 2, "metadata/snap-*-commit-3.avro", garbage);
    broken(out, "missing_data_file", 2, "data/00002-data.parquet", missing);
    broken(out, "truncated_data_file", 2, "data/00002-data.parquet", truncated);
    broken(out, "missing_position_delete_file", 2, "data/00004-positions.parquet", missing);
    broken(out, "missing_equality_delete_file", 2, "data/00003-equality.parquet", missing);
    broken(out, "truncated_delete_file", 2, "data/00004-positions.parquet", truncated);
    broken(out, "missing_puffin_file", 3, "data/00004-vectors.puffin", missing);
    // within the vector: what stands after it is no use to a reader that has its place from the manifest
    broken(out, "truncated_puffin_file", 3, "data/00004-vectors.puffin", file -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 30)));
    broken(out, "garbage_puffin_file", 3, "data/00004-vectors.puffin", garbage);
    broken(out, "truncated_metadata", 2, "metadata/v4.metadata.json", truncated);
    broken(out, "garbage_metadata", 2, "metadata/v4.metadata.json", garbage);
    broken(out, "metadata_no_table", 2, "metadata/v4.metadata.json", file -> Files.writeString(file, "{\"name\": \"orders\", \"rows\": 12}\n"));
    broken(out, "metadata_no_object", 2, "metadata/v4.metadata.json", file -> Files.writeString(file, "[1, 2, 3]\n"));
    broken(out, "format_version_4", 2, "metadata/v4.metadata.json", file -> formatVersion(file, 4));
    broken(out, "format_version_99", 2, "metadata/v4.metadata.json", file -> formatVersion(file, 99));
    out.refused("no_such_table", "nothing lies there", 3, "--location", TestData.NAMED + "/no_such_table", "--key", "order_id");
    out.refused("no_such_metadata", "no metadata file lies there", 3, "--location", TestData.NAMED + "/clean/metadata/v99.metadata.json", "--key", "order_id");
  }

  private static void formatVersion(Path file, int version) throws IOException {
    String json = Files.readString(file, StandardCharsets.UTF_8);
    Files.writeString(file, json.replaceFirst("\"format-version\"\\s*:\\s*\\d+", "\"format-version\" : " + version));
  }

  private static void broken(TestData out, String name, int formatVersion, String victim, Fault fault) throws IOException {
    SampleTable t = out.create(name, formatVersion, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 4, "NEW"));
    t.append(topic.orders(s, 2, 6, "PAID"));
    SampleTable.Delta deletes = t.delta().equality(List.of(topic.order(s, 0, "ANY")), 1);
    List<State.Row> gone = t.where("order_id", Orders.id(5));
    (formatVersion < 3 ? deletes.positions(gone, true) : deletes.vectors(gone)).commit();
    out.publish(t);
    fault.on(only(Path.of(TestData.TABLES, name), victim));
    out.refused(name, "broken on purpose: " + victim, 3, "--location", TestData.NAMED + "/" + name, "--key", "order_id", "--kafka-partition", "kafka_partition");
  }

  private static Path only(Path table, String pattern) throws IOException {
    try (Stream<Path> files = Files.walk(table)) {
      List<Path> hits = files.filter(f -> f.getFileSystem().getPathMatcher("glob:" + table + "/" + pattern).matches(f)).toList();
      if (hits.size() != 1) {
        throw new IllegalStateException(table + ": " + hits.size() + " files match " + pattern);
      }
      return hits.get(0);
    }
  }
}
