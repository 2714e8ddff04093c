package bergwatch.writer;

import bergwatch.writer.State.Data;
import bergwatch.writer.State.Delete;
import bergwatch.writer.State.Kind;
import bergwatch.writer.State.Row;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.iceberg.DeleteFile;

/** The right answer to a question, from the table's memory. */
final class Answers {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> DELETE_OPS = Set.of("d", "D", "delete", "DELETE");
  private static final List<String> BUCKETS = List.of("0", "1", "2", "3", "4", "5+");

  /** Causes that are asked after it, of those that the stories have. */
  private static final Set<String> AFTER_SEVERAL_TOPICS =
      Set.of("partition_drift", "delete_in_same_commit", "delete_in_other_partition", "repeated_in_commit", "upsert_off", "appended_without_delete", "unknown");

  private final Question question;
  private final State state;
  private final List<Row> live;
  /** Live rows by key, as JSON text; rows with a NULL in the key are in none. */
  private final Map<String, List<Row>> keys;

  Answers(Question question) {
    this.question = question;
    this.state = question.version.state();
    this.live = state.live(question.table.schema()).stream().filter(question::selects).toList();
    this.keys = byKey(live);
  }

  ObjectNode expected() {
    ObjectNode expect = JSON.createObjectNode();
    expect.put("exit", 0);
    expect.put("trust", "exact");
    if (question.reason != null) {
      expect.put("reason", question.reason);
    }
    expect.put("snapshotId", question.version.snapshotId() == null ? null : question.version.snapshotId().toString());
    Map<String, Object> metrics = new LinkedHashMap<>();
    duplicates(metrics);
    partitions(metrics, expect);
    backlog(metrics);
    freshness(metrics);
    changeCapture(metrics);
    question.notCompared.forEach(metrics::remove);
    expect.set("metrics", JSON.valueToTree(metrics));
    expect.set("duplicatedKeyTexts", JSON.valueToTree(keys.entrySet().stream().filter(e -> e.getValue().size() > 1).map(Map.Entry::getKey).toList()));
    if (question.tellsCauses()) {
      causes(expect);
    }
    return expect;
  }

  /** Of each duplicated key its cause, as its story tells it, and its right row; of all of them what stays undecided. */
  private void causes(ObjectNode expect) {
    Map<String, Integer> counts = new TreeMap<>();
    Map<String, String> causeOfKey = new LinkedHashMap<>();
    ObjectNode winners = JSON.createObjectNode();
    int beyondTopics = 0;
    for (Map.Entry<String, List<Row>> entry : keys.entrySet()) {
      if (entry.getValue().size() < 2) {
        continue;
      }
      String cause = question.causeOf(entry.getKey());
      causeOfKey.put(entry.getKey(), cause);
      counts.merge(cause, 1, Integer::sum);
      beyondTopics += AFTER_SEVERAL_TOPICS.contains(cause) ? 1 : 0;
      Row right = rightRow(entry.getValue());
      if (right == null) {
        winners.putNull(entry.getKey());
      } else {
        String path = right.data().path();
        winners.putObject(entry.getKey()).put("file", path.substring(path.lastIndexOf('/') + 1)).put("position", right.position());
      }
    }
    expect.set("causes", JSON.valueToTree(counts));
    expect.set("cause_of_key", JSON.valueToTree(causeOfKey));
    // A table without a topic column is taken for one topic's, and says so of each key that gets beyond this cause.
    ArrayNode undecided = expect.putArray("undecided").addAll(question.undecided);
    if (!asked("kafka-topic") && beyondTopics > 0) {
      ArrayNode missing = undecided.addObject().put("cause", "several_topics").put("keys", beyondTopics).putArray("missing");
      if (!asked("kafka-key")) {
        missing.add("kafka-key");
      }
      missing.add("kafka-topic");
    }
    expect.set("winners", winners);
  }

  /** The row that stays of a key that keeps the last one; null: it is undecided. */
  private Row rightRow(List<Row> rows) {
    List<Row> left = rows;
    if (question.cdc) {
      left = greatest(left, r -> "r".equals(role(r, "op")) ? 0L : 1L);
      for (String column : question.lsn) {
        left = greatest(left, r -> (Long) question.value(r, column));
      }
      left = greatest(left, r -> Values.millis(role(r, "source-time")));
    }
    left = greatest(left, r -> Values.millis(role(r, "event-time")));
    List<Row> timely = left;
    left = timely.stream().filter(r -> timely.stream().noneMatch(other -> liesBefore(r, other))).toList();
    List<Row> latest = left;
    left = latest.stream().filter(r -> latest.stream().noneMatch(other -> liesInLesserPartition(r, other))).toList();
    return left.size() == 1 ? left.get(0) : null;
  }

  /** Rows without a value only where none has one. */
  private static List<Row> greatest(List<Row> rows, Function<Row, Long> value) {
    Long most = rows.stream().map(value).filter(Objects::nonNull).max(Comparator.naturalOrder()).orElse(null);
    return rows.stream().filter(r -> Objects.equals(value.apply(r), most)).toList();
  }

  private boolean liesInLesserPartition(Row one, Row other) {
    return Objects.equals(role(one, "kafka-topic"), role(other, "kafka-topic"))
        && role(one, "kafka-partition") instanceof Integer a
        && role(other, "kafka-partition") instanceof Integer b
        && a < b;
  }

  private Map<String, List<Row>> byKey(List<Row> rows) {
    Map<String, List<Row>> groups = new TreeMap<>();
    for (Row r : rows) {
      List<String> texts = new ArrayList<>();
      for (String part : question.key) {
        Object value = question.value(r, part);
        texts.add(value == null ? null : Values.keyText(question.field(part).type(), value));
      }
      if (!texts.contains(null)) {
        groups.computeIfAbsent(JSON.valueToTree(texts).toString(), k -> new ArrayList<>()).add(r);
      }
    }
    return groups;
  }

  private void duplicates(Map<String, Object> m) {
    long keyed = keys.values().stream().mapToLong(List::size).sum();
    m.put("rows", live.size());
    m.put("null_key_rows", live.size() - keyed);
    m.put("distinct_keys", keys.size());
    m.put("duplicated_keys", keys.values().stream().filter(r -> r.size() > 1).count());
    m.put("surplus_rows", keyed - keys.size());
    m.put("duplicate_factor", keys.isEmpty() ? null : (double) keyed / keys.size());
    m.put("rows_per_key_max", keys.values().stream().mapToLong(List::size).max().orElse(0));
    List<Row> raw = state.physical().stream().filter(question::selects).toList();
    m.put("raw_rows", raw.size());
    m.put("raw_duplicated_keys", byKey(raw).values().stream().filter(r -> r.size() > 1).count());
  }

  private Object role(Row row, String option) {
    return question.roles.containsKey(option) ? question.value(row, question.roles.get(option)) : null;
  }

  private boolean asked(String option) {
    return question.roles.containsKey(option);
  }

  private int partitionsOf(List<Row> rows) {
    Set<String> pairs = new HashSet<>();
    rows.stream().filter(r -> role(r, "kafka-partition") != null).forEach(r -> pairs.add(role(r, "kafka-topic") + "/" + role(r, "kafka-partition")));
    return pairs.size();
  }

  private void partitions(Map<String, Object> m, ObjectNode expect) {
    List<Integer> counts = keys.values().stream().map(this::partitionsOf).toList();
    m.put("multi_partition_keys", asked("kafka-partition") ? counts.stream().filter(n -> n > 1).count() : null);
    m.put("partitions_per_key_max", asked("kafka-partition") ? counts.stream().mapToInt(n -> n).max().orElse(0) : null);
    if (asked("kafka-partition")) {
      ObjectNode histogram = expect.putObject("partitionsPerKey");
      for (int i = 0; i < BUCKETS.size(); i++) {
        int bucket = i;
        histogram.put(BUCKETS.get(i), counts.stream().filter(n -> Math.min(n, 5) == bucket).count());
      }
    }
    m.put(
        "multi_key_bytes_keys",
        asked("kafka-key")
            ? keys.values().stream().filter(rows -> rows.stream().map(r -> role(r, "kafka-key")).filter(Objects::nonNull).map(Values::hex).distinct().count() > 1).count()
            : null);
  }

  private void backlog(Map<String, Object> m) {
    for (Kind kind : List.of(Kind.POSITION, Kind.EQUALITY)) {
      List<DeleteFile> files = deleteFiles(kind);
      String name = kind == Kind.POSITION ? "position_delete_" : "equality_delete_";
      m.put(name + "files", files.size());
      m.put(name + "rows", files.stream().mapToLong(DeleteFile::recordCount).sum());
      m.put(name + "bytes", files.stream().mapToLong(DeleteFile::fileSizeInBytes).sum());
    }
    List<DeleteFile> vectors = deleteFiles(Kind.VECTOR);
    m.put("deletion_vectors", vectors.size());
    m.put("deletion_vector_rows", vectors.stream().mapToLong(DeleteFile::recordCount).sum());
    m.put("deletion_vector_bytes", vectors.stream().mapToLong(DeleteFile::contentSizeInBytes).sum());
    long dataRows = state.data().stream().mapToLong(d -> d.file().recordCount()).sum();
    long target = Long.parseLong(question.table.table.properties().getOrDefault("write.target-file-size-bytes", "536870912"));
    m.put("data_files", state.data().size());
    m.put("data_rows", dataRows);
    m.put("data_bytes", state.data().stream().mapToLong(d -> d.file().fileSizeInBytes()).sum());
    m.put("small_data_files", state.data().stream().filter(d -> d.file().fileSizeInBytes() * 4 < target).count());
    m.put("delete_ratio", dataRows == 0 ? null : (double) state.deletes().stream().mapToLong(d -> d.file().recordCount()).sum() / dataRows);
    m.put("dangling_delete_files", state.deletes().stream().filter(x -> state.data().stream().noneMatch(x::mayApply)).count());
    m.put(
        "files_registered_twice",
        state.data().stream().collect(Collectors.groupingBy(Data::path, Collectors.counting())).values().stream().filter(n -> n > 1).count());
  }

  private List<DeleteFile> deleteFiles(Kind kind) {
    return state.deletes().stream().filter(d -> d.kind() == kind).map(Delete::file).toList();
  }

  private void freshness(Map<String, Object> m) {
    Long latest = null;
    for (String option : List.of("source-time", "event-time")) {
      if (latest == null) {
        latest = live.stream().map(r -> Values.millis(role(r, option))).filter(Objects::nonNull).max(Comparator.naturalOrder()).orElse(null);
      }
    }
    Long lag = latest == null ? null : question.version.committedAt().toEpochMilli() - latest;
    m.put("commit_lag_seconds", lag == null ? null : lag % 1000 == 0 ? (Object) (lag / 1000) : (Object) (lag / 1000.0));
  }

  private void changeCapture(Map<String, Object> m) {
    m.put("ghost_rows", asked("op") ? live.stream().filter(r -> DELETE_OPS.contains(String.valueOf(role(r, "op")))).count() : null);
    m.put("soft_deleted_rows", asked("deleted") ? live.stream().filter(r -> flagged(role(r, "deleted"))).count() : null);
    m.put("snapshot_stream_overlap_keys", asked("op") ? keys.values().stream().filter(this::overlaps).count() : null);
    m.put("unavailable_value_rows", null);
    m.put("lsn_regressed_keys", null);
    m.put("envelope", !question.cdc ? null : question.table.schema().findField("after") == null ? 0 : 1);
  }

  private static boolean flagged(Object flag) {
    return flag != null && !flag.equals(false) && !flag.equals("false");
  }

  /** Two rows of a snapshot, or one beside a change that it covers: of the same content, or that came again at a log position that is not after its own. */
  private boolean overlaps(List<Row> rows) {
    for (Row a : rows) {
      for (Row b : rows) {
        boolean fromSnapshot = a != b && "r".equals(role(a, "op"));
        if (fromSnapshot && ("r".equals(role(b, "op")) || isChange(b) && (payload(a).equals(payload(b)) || isNotLater(b, a) && !liesBefore(b, a)))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isChange(Row row) {
    return "c".equals(role(row, "op")) || "u".equals(role(row, "op"));
  }

  /** By whole numbers alone, part by part; of any other position nothing is said. */
  private boolean isNotLater(Row change, Row read) {
    for (String column : question.lsn) {
      Object one = question.value(change, column);
      Object other = question.value(read, column);
      if (!(one instanceof Long a) || !(other instanceof Long b)) {
        return false;
      }
      if (!a.equals(b)) {
        return a < b;
      }
    }
    return !question.lsn.isEmpty();
  }

  private boolean liesBefore(Row one, Row other) {
    Object partition = role(one, "kafka-partition");
    return Objects.equals(role(one, "kafka-topic"), role(other, "kafka-topic"))
        && partition != null
        && partition.equals(role(other, "kafka-partition"))
        && role(one, "kafka-offset") instanceof Long a
        && role(other, "kafka-offset") instanceof Long b
        && a < b;
  }

  private List<String> payload(Row row) {
    if (question.table.schema().findField("after") != null) {
      return State.tuple(row.values(), List.of(question.field("after").fieldId()), question.table.schema());
    }
    Set<String> notPayload = new HashSet<>(question.roles.values());
    notPayload.remove(question.roles.get("event-time"));
    notPayload.addAll(question.lsn);
    List<Integer> ids =
        question.table.schema().columns().stream().filter(c -> !notPayload.contains(c.name())).map(c -> c.fieldId()).toList();
    return State.tuple(row.values(), ids, question.table.schema());
  }
}
