package bergwatch.writer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;

/** The folder of the tables that a newcomer sees: the tables, their index, and the truth about every snapshot. */
final class SampleSet {
  static final String ROOT = "db/seed/samples";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ArrayNode index = JSON.createArrayNode();
  private final List<String> truth = new ArrayList<>();

  SampleTable create(String name, int formatVersion, Schema schema, PartitionSpec spec, String... properties) throws IOException {
    String location = ROOT + "/" + name;
    TestData.empty(Path.of(location));
    Map<String, String> all = new LinkedHashMap<>();
    all.put("format-version", String.valueOf(formatVersion));
    // the default of 100 leaves a manifest a commit, and a compaction copies each of them
    all.put("commit.manifest.min-count-to-merge", "2");
    for (int i = 0; i < properties.length; i += 2) {
      all.put(properties[i], properties[i + 1]);
    }
    LocalFiles io = new LeanFiles(location, location);
    return new SampleTable(name, new FixedOperations(name, io, TableMetadata.newTableMetadata(schema, spec, location, all)));
  }

  /** Writes the metadata, compares every snapshot with the library's reading, and takes the table into the index. */
  void publish(Sample sample) throws IOException {
    SampleTable table = sample.table;
    table.operations.write(true);
    List<String> differences = Reading.differences(table);
    if (!differences.isEmpty()) {
      throw new IllegalStateException(String.join("\n", differences));
    }
    ObjectNode entry = index.addObject().put("story", sample.story);
    entry.set("table", sample.settings());
    ArrayNode expected = entry.putArray("expected");
    for (Sample.Key key : sample.keys) {
      expected.add(expected(sample, key));
    }
    int live = table.head("main").state().live(table.schema()).size();
    System.out.printf("%-16s %2d snapshots, %5d live rows, %d KB%n", table.name, table.versions.size(), live, bytes(Path.of(ROOT, table.name)) / 1024);
  }

  /** The answers of all snapshots go to the truth; the last one's, and where the story turns, to the index. */
  private ObjectNode expected(Sample sample, Sample.Key key) {
    List<JsonNode> answers = new ArrayList<>();
    for (SampleTable.Version v : sample.table.versions) {
      answers.add(new Answers(sample.question(key, v)).expected());
    }
    JsonNode last = answers.get(answers.size() - 1);
    ObjectNode expected = JSON.createObjectNode();
    expected.set("key", JSON.valueToTree(key.columns()));
    expected.put("snapshots", answers.size());
    expected.put("metric", sample.metric);
    ArrayNode turns = expected.putArray("turns");
    boolean bad = false;
    for (int i = 0; i < answers.size() && sample.metric != null; i++) {
      boolean now = answers.get(i).path("metrics").path(sample.metric).asDouble() >= sample.badAt;
      if (now != bad) {
        SampleTable.Version v = sample.table.versions.get(i);
        turns.addObject().put("to", now ? "bad" : "good").put("snapshotId", v.snapshotId().toString()).put("committedAt", v.committedAt().toString());
        bad = now;
      }
    }
    expected.put("cause", sample.causes.get(key));
    expected.set("last", last.path("metrics"));
    truth.add(series(sample, key, answers));
    return expected;
  }

  /** One line a metric, its values in the order of the snapshots. */
  private static String series(Sample sample, Sample.Key key, List<JsonNode> answers) {
    List<String> lines = new ArrayList<>();
    lines.add("\"snapshotIds\":" + JSON.valueToTree(sample.table.versions.stream().map(v -> v.snapshotId().toString()).toList()));
    lines.add("\"committedAt\":" + JSON.valueToTree(sample.table.versions.stream().map(v -> v.committedAt().toString()).toList()));
    for (String part : List.of("metrics", "partitionsPerKey")) {
      List<String> series = new ArrayList<>();
      answers.get(0).path(part).fieldNames().forEachRemaining(name -> {
        ArrayNode values = JSON.createArrayNode();
        answers.forEach(a -> values.add(a.path(part).path(name)));
        series.add("   \"%s\":%s".formatted(name, values));
      });
      lines.add("\"%s\":{\n%s}".formatted(part, String.join(",\n", series)));
    }
    return " {\"table\":\"%s\",\"key\":%s,\n  %s}".formatted(sample.name, JSON.valueToTree(key.columns()), String.join(",\n  ", lines));
  }

  void writeIndex() throws IOException {
    Files.writeString(Path.of(ROOT, "samples.json"), pretty(index) + "\n");
    Files.writeString(Path.of(ROOT, "truth.json"), "[\n" + String.join(",\n", truth) + "\n]\n");
    System.out.printf("%d samples, %d KB in all%n", index.size(), bytes(Path.of(ROOT)) / 1024);
  }

  private static String pretty(JsonNode node) throws JsonProcessingException {
    return JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(new com.fasterxml.jackson.core.util.DefaultIndenter("  ", "\n"))).writeValueAsString(node);
  }

  private static long bytes(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
    }
  }
}
