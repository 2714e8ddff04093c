package bergwatch.writer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/**
 * Reads every table below a folder with Iceberg's own reader and compares its live rows with the `expected.jsonl` (the current snapshot) and
 * `expected-<snapshot id>.jsonl` in the table's folder. Prints each difference; exits with 1 when there is one or nothing to compare.
 */
public final class VerifyTables {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern METADATA = Pattern.compile("v?(\\d+)(-.*)?(\\.gz)?\\.metadata\\.json");
  private static final Pattern EXPECTED = Pattern.compile("expected(-(?<snapshot>\\d+))?\\.jsonl");
  private static final int SHOWN_MAX = 5;

  private VerifyTables() {}

  public static void main(String[] args) throws IOException {
    List<Path> expectations;
    try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
      expectations = files.filter(f -> EXPECTED.matcher(f.getFileName().toString()).matches()).sorted().toList();
    }
    int wrong = 0;
    for (Path expected : expectations) {
      String fault;
      try {
        fault = fault(expected);
      } catch (IOException | RuntimeException e) {
        fault = "cannot be read: " + e;
      }
      if (fault != null) {
        wrong++;
        System.out.println(expected + ": " + fault);
      }
    }
    System.out.printf("%d snapshots compared, %d wrong%n", expectations.size(), wrong);
    System.exit(wrong > 0 || expectations.isEmpty() ? 1 : 0);
  }

  private static String fault(Path expected) throws IOException {
    LocalFiles io = new LocalFiles("", "");
    Table table = new BaseTable(new StaticTableOperations(newestMetadata(expected.resolveSibling("metadata")).toString(), io), expected.getParent().toString());
    Matcher name = EXPECTED.matcher(expected.getFileName().toString());
    name.matches();
    String snapshot = name.group("snapshot");
    Map<List<String>, Integer> want = expectedRows(expected);
    Map<List<String>, Integer> have = readRows(table, snapshot == null ? null : Long.valueOf(snapshot));
    List<String> differences = new ArrayList<>();
    want.forEach((row, n) -> differ(differences, row, n, have.getOrDefault(row, 0)));
    have.forEach((row, n) -> {
      if (!want.containsKey(row)) {
        differ(differences, row, 0, n);
      }
    });
    if (differences.isEmpty()) {
      return null;
    }
    return differences.size() + " rows differ\n  " + String.join("\n  ", differences.subList(0, Math.min(SHOWN_MAX, differences.size())));
  }

  private static void differ(List<String> differences, List<String> row, int want, int have) {
    if (want != have) {
      differences.add("expected %d times, read %d times: %s".formatted(want, have, row));
    }
  }

  private static Path newestMetadata(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> METADATA.matcher(f.getFileName().toString()).matches()).max(Comparator.comparing(VerifyTables::version)).orElseThrow();
    }
  }

  private static BigInteger version(Path metadata) {
    Matcher name = METADATA.matcher(metadata.getFileName().toString());
    name.matches();
    return new BigInteger(name.group(1));
  }

  private static Map<List<String>, Integer> expectedRows(Path file) throws IOException {
    Map<List<String>, Integer> rows = counted();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        List<String> row = new ArrayList<>();
        for (JsonNode text : JSON.readTree(line)) {
          row.add(text.isNull() ? null : text.asText());
        }
        rows.merge(row, 1, Integer::sum);
      }
    }
    return rows;
  }

  private static Map<List<String>, Integer> readRows(Table table, Long snapshot) throws IOException {
    Map<List<String>, Integer> rows = counted();
    IcebergGenerics.ScanBuilder scan = IcebergGenerics.read(table).project(table.schema());
    List<Types.NestedField> leaves = leaves(table.schema().asStruct());
    try (CloseableIterable<Record> read = (snapshot == null ? scan : scan.useSnapshot(snapshot)).build()) {
      read.forEach(r -> rows.merge(texts(r, leaves, table.schema()), 1, Integer::sum));
    }
    return rows;
  }

  private static List<String> texts(Record row, List<Types.NestedField> leaves, Schema schema) {
    List<String> texts = new ArrayList<>();
    leaves.forEach(leaf -> texts.add(Values.text(leaf.type(), Values.get(row, leaf.fieldId(), schema))));
    return texts;
  }

  /** Columns that are no struct, in schema order, a struct's fields in its place. */
  private static List<Types.NestedField> leaves(Types.StructType struct) {
    List<Types.NestedField> leaves = new ArrayList<>();
    for (Types.NestedField field : struct.fields()) {
      if (field.type().isStructType()) {
        leaves.addAll(leaves(field.type().asStructType()));
      } else {
        leaves.add(field);
      }
    }
    return leaves;
  }

  private static Map<List<String>, Integer> counted() {
    return new TreeMap<>(Comparator.comparing(row -> JSON.valueToTree(row).toString()));
  }
}
