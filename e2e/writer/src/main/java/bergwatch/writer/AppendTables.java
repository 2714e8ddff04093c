package bergwatch.writer;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/** Tables that only grow: redelivery, drift over partitions, NULL keys, nothing at all. */
final class AppendTables {
  private AppendTables() {}

  static void write(TestData out) throws IOException {
    append(out, "append_v1", 1);
    append(out, "append_v2", 2);
    clean(out);
    empty(out);
    emptied(out);
    nullKeys(out);
    grownTopic(out);
    staged(out);
    timePartitions(out);
  }

  private static void append(TestData out, String name, int version) throws IOException {
    SampleTable t = out.create(name, version, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 14, "NEW"));
    List<Record> redelivered = topic.orders(s, 14, 20, "NEW");
    redelivered.addAll(topic.orders(s, 3, 5, "PAID"));
    t.append(redelivered);
    List<Record> drifted = new ArrayList<>();
    for (int number : new int[] {3, 6, 17}) {
      drifted.add(topic.order(s, number, "SHIPPED", topic.wrongPartition(number)));
    }
    t.append(drifted);
    out.publish(t);
    String about = "append only, format v" + version + ": redelivered orders, and a producer that sends some keys to another partition";
    out.ask(new Question(t, about).key("order_id").kafka().because("upsert_off").because("partition_drift", 3, 6, 17));
    if (version == 2) {
      older(out, t, about, 3, q -> q.kafka());
      wheres(out, t);
    }
  }

  /** The same question of the snapshots before the last of `snapshots`. */
  static void older(TestData out, SampleTable t, String about, int snapshots, java.util.function.UnaryOperator<Question> columns) {
    for (int i = 0; i < snapshots - 1; i++) {
      out.ask(columns.apply(new Question(t, about + " (an older snapshot)").key("order_id")).at(i));
    }
  }

  private static void wheres(TestData out, SampleTable t) {
    String about = "rows for which the condition is not true are no part of the table: ";
    out.ask(new Question(t, about + "another column").key("order_id").kafka().where("status <> 'SHIPPED'", v -> !"SHIPPED".equals(v.get("status"))));
    out.ask(
        new Question(t, about + "a quote in a literal; NULL is not true")
            .key("order_id").kafka().where("customer = 'O''Brien'", v -> "O'Brien".equals(v.get("customer"))));
    out.ask(new Question(t, about + "NOT of NULL").key("order_id").kafka().where("NOT (customer = 'Ana')", v -> v.get("customer") != null && !"Ana".equals(v.get("customer"))));
    out.ask(
        new Question(t, about + "decimals, OR")
            .key("order_id").kafka().where("amount < 20.00 OR kafka_partition = 1",
                v -> ((BigDecimal) v.get("amount")).compareTo(new BigDecimal("20.00")) < 0 || Integer.valueOf(1).equals(v.get("kafka_partition"))));
    OffsetDateTime from = OffsetDateTime.parse("2025-03-02T00:00:00Z");
    out.ask(
        new Question(t, about + "a time with zone")
            .key("order_id").kafka().where("event_ts >= TIMESTAMPTZ '2025-03-02 00:00:00+00'", v -> !((OffsetDateTime) v.get("event_ts")).isBefore(from)));
    out.ask(new Question(t, about + "none is true").key("order_id").kafka().where("status = 'LOST'", v -> false));
    out.ask(new Question(t, about + "a text pattern").key("order_id").kafka().where("customer LIKE '50\\%%' ESCAPE '\\'", v -> "50% off".equals(v.get("customer"))));
  }

  private static void clean(TestData out) throws IOException {
    SampleTable t = out.create("clean", 2, Orders.schema(), PartitionSpec.unpartitioned(), "write.target-file-size-bytes", "10000");
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 1, "NEW"));
    t.append(topic.orders(t.schema(), 1, 30, "NEW"));
    out.publish(t);
    out.ask(new Question(t, "no duplicate, no drift, no delete file; the target file size makes one of the two files small").key("order_id").kafka());
    String location = TestData.NAMED + "/clean";
    out.refused("clean!column", "a column that is not there", 2, "--location", location, "--key", "order_no");
    out.ask(
        new Question(t, "Kafka columns that are not there: what needs them is null, the rest stands")
            .key("order_id").absentRole("kafka-partition", "partition").absentRole("kafka-key", "key").named("/absent"));
    out.refused("clean!snapshot", "a snapshot that is not there", 2, "--location", location, "--key", "order_id", "--snapshot", "12345");
    out.refused("clean!branch", "a branch that is not there", 2, "--location", location, "--key", "order_id", "--branch", "audit");
    out.refused("clean!where", "a condition that does not parse", 2, "--location", location, "--key", "order_id", "--where", "status = ");
    out.refused("clean!where column", "a condition on a column that is not there", 2, "--location", location, "--key", "order_id", "--where", "state = 'NEW'");
    out.refused("clean!where two", "a condition that smuggles in a second statement", 2, "--location", location, "--key", "order_id", "--where", "true; SELECT 1");
  }

  private static void empty(TestData out) throws IOException {
    SampleTable t = out.create("empty", 2, Orders.schema(), PartitionSpec.unpartitioned());
    out.publish(t);
    out.ask(new Question(t, "created, never written: no snapshot").key("order_id").kafka());
  }

  private static void emptied(TestData out) throws IOException {
    SampleTable t = out.create("emptied", 2, Orders.schema(), PartitionSpec.unpartitioned());
    t.append(new Orders().orders(t.schema(), 0, 5, "NEW"));
    t.dropAllFiles();
    out.publish(t);
    out.ask(new Question(t, "a delete commit removed every file: a snapshot without a row").key("order_id").kafka());
  }

  private static void nullKeys(TestData out) throws IOException {
    SampleTable t = out.create("null_keys", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    List<Record> rows = topic.orders(t.schema(), 0, 9, "NEW");
    for (int i = 0; i < 4; i++) {
      Record noKey = topic.order(t.schema(), 50 + i, "NEW", i);
      noKey.setField("order_id", null);
      noKey.setField("kafka_key", null);
      rows.add(noKey);
    }
    for (int i = 0; i < 3; i++) {
      Record emptyKey = topic.order(t.schema(), 60 + i, "NEW", i % 2);
      emptyKey.setField("order_id", "");
      emptyKey.setField("kafka_key", Orders.bytes(""));
      rows.add(emptyKey);
    }
    for (int number : new int[] {4, 70, 70}) {
      Record noPartition = topic.order(t.schema(), number, "PAID");
      noPartition.setField("kafka_partition", null);
      noPartition.setField("kafka_offset", null);
      rows.add(noPartition);
    }
    t.append(rows);
    out.publish(t);
    out.ask(new Question(t, "NULL keys, the empty string as a key in two partitions, rows without a Kafka partition beside one with it, and a key without any").key("order_id").kafka());
    out.ask(new Question(t, "NULL in one part of a composite key").key("order_id", "customer").kafka().named("/composite"));
  }

  private static void grownTopic(TestData out) throws IOException {
    SampleTable t = out.create("grown_topic", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    for (int partitions : new int[] {2, 3, 5, 7, 11, 13}) {
      topic.partitions = partitions;
      t.append(topic.orders(t.schema(), 0, 8, "P" + partitions));
    }
    out.publish(t);
    out.ask(new Question(t, "the topic grew five times and Kafka's partitioner moved the keys: keys in one to five partitions and more").key("order_id").kafka());
    out.ask(new Question(t, "the topic grew (an older snapshot)").key("order_id").kafka().at(2));
  }

  private static void staged(TestData out) throws IOException {
    SampleTable t = out.create("staged", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 5, "NEW"));
    var stage = t.table.newFastAppend().stageOnly();
    t.files.data(topic.orders(t.schema(), 0, 5, "NEW"), t.schema(), t.table.spec()).forEach(d -> stage.appendFile(d.file()));
    stage.commit();
    out.publish(t);
    out.ask(new Question(t, "a newer snapshot is staged and on no branch: its duplicates are not in the table").key("order_id").kafka());
  }

  private static void timePartitions(TestData out) throws IOException {
    Schema s = Orders.schema();
    SampleTable t = out.create("time_partitions", 2, s, PartitionSpec.builderFor(s).hour("event_ts").build());
    Orders topic = new Orders();
    topic.now = OffsetDateTime.parse("1969-12-31T22:50:00Z");
    t.append(topic.orders(t.schema(), 0, 12, "OLD"));
    Record timeless = topic.order(t.schema(), 3, "TIMELESS");
    timeless.setField("event_ts", null);
    topic.now = Orders.FIRST_EVENT;
    List<Record> rows = topic.orders(t.schema(), 2, 5, "NEW");
    rows.add(timeless);
    t.append(rows);
    out.publish(t);
    out.ask(new Question(t, "partitioned by hour, before and after 1970, with a NULL time: one key in several partitions").key("order_id").kafka());
    OffsetDateTime epoch = OffsetDateTime.parse("1970-01-01T00:00:00Z");
    out.ask(
        new Question(t, "a condition on the partition's source column, before 1970")
            .key("order_id").kafka().where("event_ts < TIMESTAMPTZ '1970-01-01 00:00:00+00'",
                v -> v.get("event_ts") != null && ((OffsetDateTime) v.get("event_ts")).isBefore(epoch)));
    out.ask(new Question(t, "a condition that only the NULL partition meets").key("order_id").kafka().where("event_ts IS NULL", v -> v.get("event_ts") == null));
  }
}
