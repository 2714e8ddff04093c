package bergwatch.writer;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the index says of one sample: its story, its definition as a configuration file would write it, and what is to be seen in it. */
final class Sample {
  private static final ObjectMapper JSON = new ObjectMapper();
  /** Options of the command line that a configuration file writes inside a group. */
  private static final List<String> GROUPS = List.of("kafka", "cdc");

  /** A key, and the promise made for it. Named where a table has several. */
  record Key(String name, String promise, List<String> columns) {}

  final String name;
  final SampleTable table;
  final String story;
  final List<Key> keys = new ArrayList<>();
  /** The metric that tells the story, and the value from which on it is bad; null where nothing ever is. */
  String metric;
  double badAt;
  /** Why most of a key's duplicates are there, where it is worst; a key that never had any is left out. */
  final Map<Key, String> causes = new HashMap<>();

  private final String kind;
  private final String owner;
  private final List<String> tags;
  private final Map<String, String> roles = new LinkedHashMap<>();
  private final List<String> lsn = new ArrayList<>();
  private final List<String> masked = new ArrayList<>();

  Sample(String name, SampleTable table, String kind, String owner, List<String> tags, String story) {
    this.name = name;
    this.table = table;
    this.kind = kind;
    this.owner = owner;
    this.tags = tags;
    this.story = story;
  }

  Sample key(String... columns) {
    keys.add(new Key(null, null, List.of(columns)));
    return this;
  }

  Sample promised(String name, String promise, String... columns) {
    keys.add(new Key(name, promise, List.of(columns)));
    return this;
  }

  /** Of the key named last. */
  Sample because(String cause) {
    causes.put(keys.get(keys.size() - 1), cause);
    return this;
  }

  Sample role(String option, String column) {
    roles.put(option, column);
    return this;
  }

  Sample kafka(Topic.Columns columns) {
    return role("kafka-topic", columns.topic()).role("kafka-partition", columns.partition()).role("kafka-offset", columns.offset())
        .role("kafka-key", columns.key()).role("kafka-timestamp", columns.timestamp());
  }

  Sample lsn(String column) {
    lsn.add(column);
    return this;
  }

  Sample masked(String column) {
    masked.add(column);
    return this;
  }

  Sample judgedBy(String name, double bad) {
    metric = name;
    badAt = bad;
    return this;
  }

  /** What `check` is asked for one key at one snapshot. */
  Question question(Key key, SampleTable.Version version) {
    Question question = new Question(table, story).key(key.columns.toArray(String[]::new)).lsn(lsn.toArray(String[]::new));
    roles.forEach((option, column) -> question.role(option.replaceFirst("^cdc-", ""), column));
    if (kind.equals("cdc")) {
      question.cdc();
    }
    question.version = version;
    return question;
  }

  /** The table as an entry of a configuration file beside the tables' folders. */
  ObjectNode settings() {
    ObjectNode settings = JSON.createObjectNode().put("name", name).put("location", table.name).put("kind", kind);
    if (keys.size() == 1 && keys.get(0).name == null) {
      settings.set("key", JSON.valueToTree(keys.get(0).columns));
    } else {
      ArrayNode all = settings.putArray("keys");
      keys.forEach(k -> all.addObject().put("name", k.name).put("promise", k.promise).set("columns", JSON.valueToTree(k.columns)));
    }
    settings.put("owner", owner).set("tags", JSON.valueToTree(tags));
    roles.forEach((option, column) -> {
      String group = GROUPS.stream().filter(g -> option.startsWith(g + "-")).findFirst().orElse(null);
      String name = (group == null ? option : option.substring(group.length() + 1)).replace('-', '_');
      (group == null ? settings : settings.withObject("/" + group)).put(name, column);
    });
    if (!lsn.isEmpty()) {
      settings.withObject("/cdc").set("lsn", JSON.valueToTree(lsn));
    }
    if (!masked.isEmpty()) {
      settings.set("masked", JSON.valueToTree(masked));
    }
    return settings;
  }
}
