package bergwatch.writer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** Equality deletes as upsert sinks write them, and where they do not reach. Format v2. */
final class EqualityTables {
  private static final String OTHER_PARTITIONS = "DuckDB applies an equality delete to every partition";
  private static final String READER_FAILS = "DuckDB's reader fails on these deletes";

  private EqualityTables() {}

  static void write(TestData out) throws IOException {
    upserts(out);
    secondWriter(out);
    idSets(out);
    wideDeleteFile(out);
    bucketed(out);
    onePartition(out);
    globalDelete(out);
    nullPartition(out);
    otherSpec(out);
    voidSpec(out);
  }

  private static void upserts(TestData out) throws IOException {
    SampleTable t = out.create("upserts", 2, Orders.keyedSchema(), PartitionSpec.unpartitioned(), "write.upsert.enabled", "true");
    Orders topic = new Orders();
    Schema s = t.schema();
    t.upsert(topic.orders(s, 0, 10, "NEW"), 1);
    for (int checkpoint = 1; checkpoint <= 4; checkpoint++) {
      List<Record> rows = topic.orders(s, checkpoint, checkpoint + 3, "C" + checkpoint);
      rows.add(topic.order(s, checkpoint, "AGAIN"));
      t.upsert(rows, 1);
    }
    t.delta().equality(List.of(topic.order(s, 8, "DELETED"), topic.order(s, 999, "NEVER SEEN")), 1).commit();
    out.publish(t);
    String about = "Flink-style upserts: an equality delete per key and checkpoint, position deletes within one, tombstones; no duplicate after the merge";
    out.ask(new Question(t, about).key("order_id").kafka());
    AppendTables.older(out, t, about, 6, Question::kafka);
  }

  private static void secondWriter(TestData out) throws IOException {
    SampleTable t = out.create("upserts_second_writer", 2, Orders.keyedSchema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.upsert(topic.orders(s, 0, 10, "NEW"), 1);
    t.upsert(topic.orders(s, 0, 5, "PAID"), 1);
    t.append(topic.orders(s, 3, 7, "BACKFILL"));
    t.append(topic.order(s, 8, "BACKFILL", topic.wrongPartition(8)));
    t.upsert(topic.orders(s, 3, 4, "HEALED"), 1);
    out.publish(t);
    String about = "a second writer appended to an upsert table without deletes: duplicates although delete files exist";
    out.ask(new Question(t, about).key("order_id").kafka().because("appended_without_delete").because("partition_drift", 8));
    out.ask(new Question(t, about + ", with a condition").key("order_id").kafka().where("status = 'BACKFILL'", v -> "BACKFILL".equals(v.get("status"))));
  }

  private static void idSets(TestData out) throws IOException {
    SampleTable t = out.create("equality_id_sets", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    List<Record> rows = topic.orders(s, 0, 10, "NEW");
    for (int i = 0; i < 3; i++) {
      Record noKey = topic.order(s, 40 + i, "NEW", i);
      noKey.setField("order_id", null);
      rows.add(noKey);
    }
    t.append(rows);
    t.append(topic.orders(s, 0, 10, "PAID"));
    t.delta().equality(List.of(topic.order(s, 1, "NEW")), 1).commit();
    t.delta().equality(List.of(topic.order(s, 2, "NEW"), topic.order(s, 3, "NEW")), 1, 3).commit();
    t.delta().equality(List.of(t.where("order_id", Orders.id(5)).get(0).values()), 6, 7).commit();
    // order 4 has no customer: NULL equals NULL in an equality delete
    t.delta().equality(List.of(topic.order(s, 4, "PAID")), 2, 3, 1).commit();
    Record nullKey = topic.order(s, 90, "NEW");
    nullKey.setField("order_id", null);
    t.delta().equality(List.of(nullKey), 1).commit();
    Record later = topic.order(s, 91, "NEW");
    later.setField("order_id", null);
    t.append(later);
    out.publish(t);
    String about = "equality deletes on (order_id), (order_id, status), (partition, offset), (customer, status, order_id) with NULL values, and on a NULL key";
    out.ask(new Question(t, about).key("order_id").kafka());
    out.ask(new Question(t, about + " (before the NULL key)").key("order_id").kafka().at(5));
  }

  private static void wideDeleteFile(TestData out) throws IOException {
    SampleTable t = out.create("equality_wide_delete_file", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 8, "NEW"));
    t.append(topic.orders(t.schema(), 0, 4, "PAID"));
    Types.NestedField status = t.schema().findField("status");
    Types.NestedField customer = t.schema().findField("customer");
    Types.NestedField key = t.schema().findField("order_id");
    Schema columns = new Schema(status, customer, key);
    t.delta().delete(t.files.equality(List.of(topic.order(t.schema(), 6, "OTHER"), topic.order(t.schema(), 1, "OTHER")), t.schema(), columns, t.table.spec(), List.of(1))).commit();
    out.publish(t);
    out.ask(new Question(t, "an equality-delete file with more columns than its ids, the key last: only order_id counts").key("order_id").kafka());
  }

  private static void bucketed(TestData out) throws IOException {
    Schema s = Orders.keyedSchema();
    SampleTable t = out.create("upserts_bucketed", 2, s, PartitionSpec.builderFor(s).bucket("order_id", 4).build());
    Orders topic = new Orders();
    t.upsert(topic.orders(t.schema(), 0, 12, "NEW"), 1);
    List<Record> again = topic.orders(t.schema(), 0, 6, "PAID");
    again.add(topic.order(t.schema(), 2, "SHIPPED"));
    t.upsert(again, 1);
    t.append(topic.orders(t.schema(), 5, 7, "BACKFILL"));
    out.publish(t);
    out.ask(new Question(t, "upserts into buckets of the key: the deletes lie where their rows lie; two duplicates from an append").key("order_id").kafka().because("appended_without_delete"));
  }

  private static void onePartition(TestData out) throws IOException {
    Schema s = Orders.schema();
    SampleTable t = out.create("delete_in_one_partition", 2, s, PartitionSpec.builderFor(s).day("event_ts").build());
    Orders topic = new Orders();
    topic.now = Orders.FIRST_EVENT.minusDays(2);
    t.append(topic.orders(t.schema(), 0, 5, "DAY 1"));
    topic.now = Orders.FIRST_EVENT;
    t.append(topic.orders(t.schema(), 0, 5, "DAY 3"));
    List<Record> keys = new ArrayList<>(List.of(t.where("order_id", Orders.id(3)).get(1).values()));
    t.delta().equality(keys, 1).commit();
    out.publish(t);
    out.ask(
        new Question(t, "the same keys in two day partitions, an equality delete on the key in one of them: the other keeps its row")
            .key("order_id").kafka().because("appended_without_delete").orUntrusted(OTHER_PARTITIONS));
    out.ask(new Question(t, "the same keys in two day partitions (before the delete)").key("order_id").kafka().at(1));
  }

  private static void globalDelete(TestData out) throws IOException {
    SampleTable t = out.create("delete_everywhere", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    topic.now = Orders.FIRST_EVENT.minusDays(2);
    t.append(topic.orders(t.schema(), 0, 6, "UNPARTITIONED"));
    t.table.updateSpec().addField(Expressions.day("event_ts")).commit();
    topic.now = Orders.FIRST_EVENT;
    t.append(topic.orders(t.schema(), 0, 6, "BY DAY"));
    t.delta().equality(List.of(topic.order(t.schema(), 2, "ANY")), t.schema(), t.table.specs().get(0), 1).commit();
    out.publish(t);
    out.ask(
        new Question(t, "an equality delete under the unpartitioned spec of a table that is partitioned by now: it reaches every partition")
            .key("order_id").kafka().orUntrusted(OTHER_PARTITIONS).orUnreadable(READER_FAILS));
  }

  private static void nullPartition(TestData out) throws IOException {
    Schema s = Orders.schema();
    SampleTable t = out.create("delete_in_null_partition", 2, s, PartitionSpec.builderFor(s).day("event_ts").build());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 8, "NEW"));
    Record timeless = topic.order(t.schema(), 7, "TIMELESS");
    timeless.setField("event_ts", null);
    t.append(timeless);
    List<Record> keys = new ArrayList<>();
    for (int number : new int[] {1, 2, 7}) {
      Record key = topic.order(t.schema(), number, "ANY");
      key.setField("event_ts", null);
      keys.add(key);
    }
    t.delta().rows(topic.orders(t.schema(), 1, 3, "PAID")).equality(keys, 1).commit();
    out.publish(t);
    out.ask(
        new Question(t, "equality deletes that carry the key alone lie in the NULL partition: they miss the rows they are meant for")
            .key("order_id").kafka().because("delete_in_other_partition").orUntrusted(OTHER_PARTITIONS).orUnreadable(READER_FAILS));
  }

  private static void otherSpec(TestData out) throws IOException {
    Schema s = Orders.keyedSchema();
    SampleTable t = out.create("delete_in_other_spec", 2, s, PartitionSpec.builderFor(s).bucket("order_id", 2).build());
    Orders topic = new Orders();
    t.upsert(topic.orders(t.schema(), 0, 8, "NEW"), 1);
    t.table.updateSpec().removeField(Expressions.bucket("order_id", 2)).addField(Expressions.bucket("order_id", 3)).commit();
    t.upsert(topic.orders(t.schema(), 4, 8, "PAID"), 1);
    t.upsert(topic.orders(t.schema(), 6, 8, "SHIPPED"), 1);
    out.publish(t);
    out.ask(
        new Question(t, "two buckets became three: equality deletes under the new spec do not reach rows under the old one")
            .key("order_id").kafka().because("delete_in_other_partition").orUntrusted(OTHER_PARTITIONS).orUnreadable(READER_FAILS));
  }

  /** A partition field that v1 removes stays as void; a spec of nothing else is an unpartitioned one. */
  private static void voidSpec(TestData out) throws IOException {
    Schema s = Orders.schema();
    SampleTable t = out.create("delete_under_void_spec", 1, s, PartitionSpec.builderFor(s).day("event_ts").build());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 8, "BY DAY"));
    t.table.updateSpec().removeField(Expressions.day("event_ts")).commit();
    t.append(topic.orders(t.schema(), 0, 4, "NO DAY"));
    t.table.updateProperties().set("format-version", "2").commit();
    t.delta().equality(List.of(topic.order(t.schema(), 2, "ANY"), topic.order(t.schema(), 6, "ANY")), 1).commit();
    out.publish(t);
    out.ask(
        new Question(t, "the partition field was removed while the table was v1: deletes under the spec with a void field reach every partition")
            .key("order_id").kafka().orUntrusted(OTHER_PARTITIONS).orUnreadable(READER_FAILS));
  }
}
