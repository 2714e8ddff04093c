package bergwatch.writer;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;

/** The folder that is written: tables, and the truth about them. */
final class TestData {
  /** Where the files are written. */
  static final String ROOT = System.getProperty("bergwatch.folder", "e2e/testdata");

  static final String TABLES = ROOT + "/tables";

  /** What the tables call the folder that they lie in: the place itself, or the address that they are copied to afterwards. */
  static final String NAMED = System.getProperty("bergwatch.named", TABLES);

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Where the library's own reader is wrong, and why: there it must differ from the memory. */
  private final Map<String, String> readerIsWrong = new LinkedHashMap<>();

  private final List<ObjectNode> truth = new ArrayList<>();

  SampleTable create(String name, int formatVersion, Schema schema, PartitionSpec spec, String... properties) {
    return createAt(NAMED + "/" + name, name, formatVersion, schema, spec, properties);
  }

  /** A table whose metadata names another location than the folder it lies in. */
  SampleTable createAt(String location, String name, int formatVersion, Schema schema, PartitionSpec spec, String... properties) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("format-version", String.valueOf(formatVersion));
    for (int i = 0; i < properties.length; i += 2) {
      all.put(properties[i], properties[i + 1]);
    }
    LocalFiles io = new LocalFiles(location, TABLES + "/" + name);
    return new SampleTable(name, new FixedOperations(name, io, TableMetadata.newTableMetadata(schema, spec, location, all)));
  }

  void readerIsWrong(SampleTable table, String why) {
    readerIsWrong.put(table.name, why);
  }

  void publish(SampleTable table) throws IOException {
    publish(table, true);
  }

  /** Writes the metadata, compares every snapshot with the library's reading, and returns where the metadata file lies. */
  String publish(SampleTable table, boolean hadoopNames) throws IOException {
    String metadata = table.operations.write(hadoopNames);
    Path folder = Path.of(TABLES, table.name);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path avro : files.filter(f -> f.toString().endsWith(".avro")).toList()) {
        FixedOperations.fixAvro(avro);
      }
    }
    compare(table);
    System.out.printf("%-40s %2d snapshots, %d live rows%n", table.name, table.versions.size(), table.head("main").state().live(table.schema()).size());
    return metadata;
  }

  private void compare(SampleTable table) throws IOException {
    List<String> differences = Reading.differences(table);
    boolean expected = readerIsWrong.containsKey(table.name);
    if (differences.isEmpty() == expected) {
      throw new IllegalStateException(expected ? table.name + ": Iceberg's reader is right by now" : String.join("\n", differences));
    }
  }

  void ask(Question question) {
    ObjectNode entry = entry(question.table.name + question.suffix, question.about, question.arguments());
    entry.set("expect", new Answers(question).expected());
    if (!question.secondBest.isEmpty()) {
      entry.set("or", question.secondBest);
    }
    truth.add(entry);
  }

  /** A call that must end with this exit code, a message and no number. */
  void refused(String name, String about, int exit, String... arguments) {
    ObjectNode entry = entry(name, about, List.of(arguments));
    entry.putObject("expect").put("exit", exit);
    truth.add(entry);
  }

  private ObjectNode entry(String name, String about, List<String> arguments) {
    if (truth.stream().anyMatch(e -> e.get("name").asText().equals(name))) {
      throw new IllegalStateException("two entries are named " + name);
    }
    ObjectNode entry = JSON.createObjectNode().put("name", name).put("about", about);
    entry.set("args", JSON.valueToTree(arguments));
    return entry;
  }

  /** One entry a line, so that a change of one table shows as one line. */
  void writeTruth() throws IOException {
    String lines = String.join(",\n", truth.stream().map(ObjectNode::toString).toList());
    Files.writeString(Path.of(ROOT, "truth.json"), "[\n" + lines + "\n]\n");
    System.out.printf("%d entries in %s/truth.json%n", truth.size(), ROOT);
    readerIsWrong.forEach((name, why) -> System.out.printf("Iceberg's reader differs on %s: %s%n", name, why));
  }

  static void empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path f : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(f);
        }
      }
    }
  }
}
