package bergwatch.writer;

import bergwatch.writer.State.Row;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.iceberg.types.Types;

/** One call of `check` on a table: the command line's arguments, and the same choices as the memory understands them. */
final class Question {
  /** A row as the table's current schema shows it, by column path as written on the command line. */
  interface View {
    Object get(String path);
  }

  final SampleTable table;
  final String about;
  final List<String> key = new ArrayList<>();
  /** Option to column, for the options that take one column. */
  final Map<String, String> roles = new LinkedHashMap<>();
  /** Most significant first. */
  final List<String> lsn = new ArrayList<>();
  final Set<String> notCompared = new LinkedHashSet<>();
  final ArrayNode secondBest = JsonNodeFactory.instance.arrayNode();
  final ArrayNode undecided = JsonNodeFactory.instance.arrayNode();
  private final List<String> more = new ArrayList<>();
  /** The true cause by key, as JSON text. */
  private final Map<String, String> causes = new LinkedHashMap<>();
  /** Of the keys that are not among these; null: causes are not compared. */
  private String causeOfOthers;
  String suffix = "";
  String location;
  String reason;
  boolean cdc = false;
  SampleTable.Version version;
  private Predicate<View> where = v -> true;

  Question(SampleTable table, String about) {
    this.table = table;
    this.about = about;
    this.version = table.head("main");
    this.location = TestData.NAMED + "/" + table.name;
  }

  Question key(String... columns) {
    key.addAll(List.of(columns));
    return this;
  }

  Question role(String option, String column) {
    roles.put(option, column);
    return this;
  }

  /** A column that the table lacks: as good as not given. */
  Question absentRole(String option, String column) {
    more.addAll(List.of("--" + option, column));
    return this;
  }

  /** Partition, offset and key columns as most of the tables name them. */
  Question kafka() {
    return role("kafka-partition", "kafka_partition").role("kafka-offset", "kafka_offset").role("kafka-key", "kafka_key").role("event-time", "event_ts");
  }

  Question lsn(String... columns) {
    lsn.addAll(List.of(columns));
    return this;
  }

  /** `holds` must be true exactly where the SQL condition is true: not where it is false or NULL. */
  Question where(String sql, Predicate<View> holds) {
    where = holds;
    more.addAll(List.of("--where", sql));
    return named("?" + sql);
  }

  /** An older snapshot, counted from the table's first. */
  Question at(int snapshot) {
    version = table.versions.get(snapshot);
    more.addAll(List.of("--snapshot", version.snapshotId().toString()));
    return named("@" + version.snapshotId());
  }

  Question branch(String name) {
    version = table.head(name);
    more.addAll(List.of("--branch", name));
    return named("#" + name);
  }

  Question relocated() {
    more.add("--relocated");
    return this;
  }

  Question cdc() {
    cdc = true;
    more.addAll(List.of("--kind", "cdc"));
    return this;
  }

  /** Another file or folder than the table's own folder. */
  Question location(String other) {
    location = other;
    return this;
  }

  Question named(String by) {
    suffix += by;
    return this;
  }

  /** A text that one of the reasons must hold. */
  Question saying(String text) {
    reason = text;
    return this;
  }

  /** An answer that is honest all the same; the first is better. */
  Question orUnreadable(String why) {
    secondBest.addObject().put("exit", 3).put("why", why);
    return this;
  }

  Question orRefused(String why) {
    secondBest.addObject().put("exit", 2).put("why", why);
    return this;
  }

  Question orUntrusted(String why) {
    secondBest.addObject().put("exit", 4).put("trust", "untrusted").put("why", why);
    return this;
  }

  /** The true cause of all duplicated keys but those that are named: causes, what they leave undecided, and right rows become part of the truth. */
  Question because(String cause) {
    causeOfOthers = cause;
    return this;
  }

  /** That of some keys of one column, by their texts. */
  Question because(String cause, String... keys) {
    for (String one : keys) {
      causes.put("[\"" + one + "\"]", cause);
    }
    return this;
  }

  /** That of some orders. */
  Question because(String cause, int... orders) {
    return because(cause, Arrays.stream(orders).mapToObj(Orders::id).toArray(String[]::new));
  }

  /** A cause that stays undecided for so many keys, and what would decide it; `several_topics` for want of a topic column is told by itself. */
  Question leaving(String cause, int keys, String... missing) {
    ObjectNode left = undecided.addObject().put("cause", cause).put("keys", keys);
    List.of(missing).forEach(left.putArray("missing")::add);
    return this;
  }

  boolean tellsCauses() {
    return causeOfOthers != null;
  }

  String causeOf(String key) {
    return causes.getOrDefault(key, causeOfOthers);
  }

  Question notComparing(String... metrics) {
    notCompared.addAll(List.of(metrics));
    return this;
  }

  List<String> arguments() {
    List<String> args = new ArrayList<>(List.of("--location", location));
    key.forEach(k -> args.addAll(List.of("--key", k)));
    roles.forEach((option, column) -> args.addAll(List.of("--" + option, column)));
    lsn.forEach(c -> args.addAll(List.of("--lsn", c)));
    args.addAll(more);
    return args;
  }

  boolean selects(Row row) {
    return where.test(path -> value(row, path));
  }

  Object value(Row row, String path) {
    return Values.get(row.values(), field(path).fieldId(), table.schema());
  }

  /** The column of a path: names are split at dots; a name in double quotes is taken whole, a quote in it written twice. */
  Types.NestedField field(String path) {
    Types.StructType struct = table.schema().asStruct();
    Types.NestedField field = null;
    for (String name : names(path)) {
      field = struct.field(name);
      if (field == null) {
        throw new IllegalArgumentException(table.name + ": no column " + path);
      }
      struct = field.type().isStructType() ? field.type().asStructType() : null;
    }
    return field;
  }

  /** Just after the quote that ends the name; inside it a quote is written twice. */
  private static int closingQuote(String path, int opening) {
    int at = path.indexOf('"', opening + 1);
    while (at + 1 < path.length() && path.charAt(at + 1) == '"') {
      at = path.indexOf('"', at + 2);
    }
    return at + 1;
  }

  private static List<String> names(String path) {
    List<String> names = new ArrayList<>();
    int at = 0;
    while (at < path.length()) {
      boolean quoted = path.charAt(at) == '"';
      int end = quoted ? closingQuote(path, at) : path.indexOf('.', at);
      end = end < 0 ? path.length() : end;
      names.add(quoted ? path.substring(at + 1, end - 1).replace("\"\"", "\"") : path.substring(at, end));
      at = end + 1;
    }
    return names;
  }
}
