package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Change capture into append sinks: Debezium's events flat, and in their envelope. */
final class ChangeTables {
  /** When the database made the first change; others follow by the minute. */
  private static final long FIRST_CHANGE_MS = Orders.FIRST_EVENT.toInstant().toEpochMilli();

  private ChangeTables() {}

  static void write(TestData out) throws IOException {
    flat(out);
    envelope(out);
  }

  private static void flat(TestData out) throws IOException {
    Schema s =
        new Schema(
            optional(1, "customer_id", Types.LongType.get()),
            optional(2, "city", Types.StringType.get()),
            optional(3, "op", Types.StringType.get()),
            optional(4, "deleted", Types.StringType.get()),
            optional(5, "lsn", Types.LongType.get()),
            optional(6, "source_ts_ms", Types.LongType.get()),
            optional(7, "kafka_partition", Types.IntegerType.get()),
            optional(8, "kafka_offset", Types.LongType.get()));
    SampleTable t = out.create("cdc_flat", 2, s, PartitionSpec.unpartitioned());
    List<Record> rows = new ArrayList<>();
    change(rows, t, 1, "Oslo", "r", "false");
    change(rows, t, 2, "Rome", "r", "false");
    change(rows, t, 3, "Lima", "r", "false");
    change(rows, t, 4, "Cairo", "r", null);
    t.append(rows);
    rows.clear();
    change(rows, t, 1, "Oslo", "c", "false"); // the snapshot's row again from the stream
    change(rows, t, 2, "Milan", "u", "false");
    change(rows, t, 3, "Lima", "d", "true"); // a delete that stayed a row
    change(rows, t, 5, "Bonn", "c", "false");
    change(rows, t, 5, "Bonn", "d", "true");
    change(rows, t, 5, "Bern", "c", "false");
    change(rows, t, 6, "Kyiv", "c", "false");
    change(rows, t, 7, null, "d", "true");
    t.append(rows);
    rows.clear();
    change(rows, t, 4, "Cairo", "r", null); // a second snapshot
    change(rows, t, 6, "Lviv", "c", "false"); // an r is wanted for an overlap: two c are none
    t.append(rows);
    out.publish(t);
    out.ask(
        changes(t, "Debezium events flat in an append sink: rows of deletes, a soft-delete flag as text, snapshot rows that come again")
            .because("snapshot_overlap").because("ghost_delete", "3", "5").because("upsert_off", "2", "6")
            .leaving("unkeyed", 2, "kafka-key").leaving("key_encoding", 2, "kafka-key").leaving("key_is_not_business_key", 2, "kafka-key"));
    out.ask(changes(t, "only what is not flagged").where("deleted IS DISTINCT FROM 'true'", v -> !"true".equals(v.get("deleted"))));
    out.ask(changes(t, "an older snapshot").at(1));
  }

  private static Question changes(SampleTable t, String about) {
    return new Question(t, about)
        .cdc().key("customer_id").role("op", "op").role("deleted", "deleted").role("source-time", "source_ts_ms").lsn("lsn")
        .role("kafka-partition", "kafka_partition").role("kafka-offset", "kafka_offset");
  }

  private static void change(List<Record> rows, SampleTable t, long id, String city, String op, String deleted) {
    long n = rows.size() + 100L * t.versions.size();
    long at = FIRST_CHANGE_MS + 60_000L * n;
    rows.add(
        t.row(
            "customer_id", id, "city", city, "op", op, "deleted", deleted, "lsn", 9_007_199_254_740_992L + n, "source_ts_ms", at, "kafka_partition", (int) (id % 3),
            "kafka_offset", n));
  }

  private static void envelope(TestData out) throws IOException {
    Types.StructType image = Types.StructType.of(optional(20, "customer_id", Types.LongType.get()), optional(21, "city", Types.StringType.get()));
    Types.StructType before = Types.StructType.of(optional(22, "customer_id", Types.LongType.get()), optional(23, "city", Types.StringType.get()));
    Types.StructType source = Types.StructType.of(optional(24, "lsn", Types.LongType.get()), optional(25, "ts_ms", Types.LongType.get()));
    Schema s =
        new Schema(
            optional(1, "before", before),
            optional(2, "after", image),
            optional(3, "source", source),
            optional(4, "op", Types.StringType.get()),
            optional(5, "kafka_partition", Types.IntegerType.get()));
    SampleTable t = out.create("cdc_envelope", 2, s, PartitionSpec.unpartitioned());
    t.append(event(t, 0, "r", 1, "Oslo"), event(t, 1, "r", 2, "Rome"), event(t, 2, "r", 3, "Lima"));
    t.append(event(t, 3, "c", 1, "Oslo"), event(t, 4, "u", 2, "Milan"), event(t, 5, "d", 3, "Lima"), event(t, 6, "c", 4, "Bonn"), event(t, 7, "d", 4, "Bonn"));
    out.publish(t);
    out.ask(
        new Question(t, "Debezium's envelope not unwrapped: the key is after.customer_id, and deletes have only a before")
            .cdc().key("after.customer_id").role("op", "op").role("source-time", "source.ts_ms").lsn("source.lsn").role("kafka-partition", "kafka_partition"));
  }

  private static Record event(SampleTable t, int n, String op, long id, String city) {
    Record image = SampleTable.row(inner(t, "after"), "customer_id", id, "city", city);
    Record before = SampleTable.row(inner(t, "before"), "customer_id", id, "city", city);
    Record source = SampleTable.row(inner(t, "source"), "lsn", 100L + n, "ts_ms", FIRST_CHANGE_MS + 60_000L * n);
    return t.row("before", op.equals("d") || op.equals("u") ? before : null, "after", op.equals("d") ? null : image, "source", source, "op", op, "kafka_partition", (int) (id % 2));
  }

  private static Schema inner(SampleTable t, String struct) {
    return new Schema(t.schema().findType(struct).asStructType().fields());
  }
}
