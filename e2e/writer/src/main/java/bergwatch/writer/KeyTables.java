package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import bergwatch.writer.State.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** One table per type and shape of business key. */
final class KeyTables {
  private KeyTables() {}

  static void write(TestData out) throws IOException {
    key(out, "key_uuid", Types.UUIDType.get(), i -> new UUID(0x0195a1b2c3d47000L + i, 0x8000000000000000L | 7919L * i), "a version 7 uuid");
    key(out, "key_uuid_both_halves", Types.UUIDType.get(), i -> UUID.nameUUIDFromBytes(("order " + i).getBytes(StandardCharsets.UTF_8)), "uuids on both sides of 0x80");
    key(out, "key_binary", Types.BinaryType.get(), i -> ByteBuffer.wrap(new byte[] {0, (byte) 0xff, (byte) 0xfe, (byte) (0x7c + i)}), "bytes that are no text");
    key(out, "key_fixed", Types.FixedType.ofLength(4), i -> new byte[] {(byte) (0x7c + i), 0, (byte) 0x80, 1}, "bytes of a fixed length");
    key(out, "key_long", Types.LongType.get(), i -> 9007199254740993L + i, "longs above 2^53, which a double cannot tell apart");
    BigDecimal great = new BigDecimal("1234567890123456789012345678901234.0000");
    key(out, "key_decimal", Types.DecimalType.of(38, 4), i -> great.add(new BigDecimal("0.000" + i)), "decimal(38,4) that differs in the last digit");
    composite(out);
    scalars(out);
    nested(out);
    refused(out);
    nanoseconds(out);
  }

  /** Ten keys: three again in their partition, two in another, one upserted, one deleted. */
  private static void key(TestData out, String name, Type type, IntFunction<Object> value, String about) throws IOException {
    Schema s =
        new Schema(
            optional(1, "id", type),
            optional(2, "status", Types.StringType.get()),
            optional(3, "kafka_partition", Types.IntegerType.get()),
            optional(4, "kafka_offset", Types.LongType.get()));
    SampleTable t = out.create(name, 2, s, PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rows.add(keyed(t, topic, value.apply(i), "NEW", i % 4));
    }
    t.append(rows);
    rows.clear();
    for (int i = 0; i < 5; i++) {
      rows.add(keyed(t, topic, value.apply(i), "PAID", i < 3 ? i % 4 : (i + 1) % 4));
    }
    t.append(rows);
    t.upsert(List.of(keyed(t, topic, value.apply(5), "PAID", 1)), 1);
    t.delta().equality(List.of(keyed(t, topic, value.apply(6), "DELETED", 2)), 1).commit();
    if (name.equals("key_uuid_both_halves")) {
      out.readerIsWrong(t, "Iceberg 1.12 compares uuid bounds as signed numbers and skips the deletes");
    }
    out.publish(t);
    out.ask(new Question(t, "key: " + about + "; with equality deletes on it").key("id").role("kafka-partition", "kafka_partition").role("kafka-offset", "kafka_offset"));
  }

  private static Record keyed(SampleTable t, Orders topic, Object id, String status, int partition) {
    return t.row("id", id, "status", status, "kafka_partition", partition, "kafka_offset", topic.nextOffset(partition));
  }

  private static void composite(TestData out) throws IOException {
    Schema s =
        new Schema(
            List.of(required(1, "tenant", Types.StringType.get()), required(2, "number", Types.LongType.get()), optional(3, "kafka_partition", Types.IntegerType.get())),
            Set.of(1, 2));
    SampleTable t = out.create("key_composite", 2, s, PartitionSpec.unpartitioned());
    t.upsert(pairs(t, "a:1", 1, "a", 11, "a:", 11, "b", 2, "b", 3), 1, 2);
    t.upsert(pairs(t, "a", 11, "b", 2), 1, 2);
    t.append(pairs(t, "b", 3, "a", 1, "a:1", 11));
    out.publish(t);
    out.ask(new Question(t, "a composite key whose parts run into each other when joined as text; equality deletes on both").key("tenant", "number").role("kafka-partition", "kafka_partition"));
    out.ask(new Question(t, "the same parts in the other order").key("number", "tenant").role("kafka-partition", "kafka_partition").named("/number"));
  }

  private static List<Record> pairs(SampleTable t, Object... tenantsAndNumbers) {
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < tenantsAndNumbers.length; i += 2) {
      rows.add(t.row("tenant", tenantsAndNumbers[i], "number", ((Integer) tenantsAndNumbers[i + 1]).longValue(), "kafka_partition", i % 3));
    }
    return rows;
  }

  private static void scalars(TestData out) throws IOException {
    Schema s =
        new Schema(
            optional(1, "at", Types.TimestampType.withoutZone()),
            optional(2, "at_zone", Types.TimestampType.withZone()),
            optional(3, "day", Types.DateType.get()),
            optional(4, "flag", Types.BooleanType.get()),
            optional(5, "ratio", Types.DoubleType.get()),
            optional(6, "small", Types.IntegerType.get()));
    SampleTable t = out.create("key_scalars", 2, s, PartitionSpec.unpartitioned());
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      LocalDateTime at = LocalDateTime.of(2025, 3, 30, 2, 30).plusNanos(1000L * (i % 6));
      rows.add(
          t.row(
              "at", at, "at_zone", OffsetDateTime.of(at, java.time.ZoneOffset.UTC), "day", LocalDate.of(1969, 12, 29).plusDays(i % 5),
              "flag", i == 8 ? null : i == 0, "ratio", i % 7 / 8d, "small", i % 8 - 4));
    }
    t.append(rows.subList(0, 6));
    t.append(rows.subList(6, 9));
    List<Row> last = t.find(r -> r.values().getField("ratio").equals(0.5));
    t.delta().equality(List.of(last.get(0).values()), 1, 2, 3, 4, 6).commit();
    out.publish(t);
    for (Map.Entry<String, String> key :
        Map.of("at", "a time without zone, microseconds apart", "at_zone", "a time with zone", "day", "a date around 1970", "flag", "a boolean", "ratio", "a double", "small", "an int")
            .entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
      out.ask(new Question(t, "key: " + key.getValue()).key(key.getKey()).named("/" + key.getKey()));
    }
  }

  private static void nested(TestData out) throws IOException {
    Types.StructType inner = Types.StructType.of(optional(10, "b", Types.LongType.get()), optional(11, "c.d", Types.StringType.get()));
    Schema s = new Schema(optional(1, "a", inner), optional(2, "b", Types.LongType.get()), optional(3, "meta", Types.StructType.of(optional(12, "partition", Types.IntegerType.get()))));
    SampleTable t = out.create("key_nested", 2, s, PartitionSpec.unpartitioned());
    Schema meta = new Schema(t.schema().findType("meta").asStructType().fields());
    Schema a = new Schema(t.schema().findType("a").asStructType().fields());
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Record struct = SampleTable.row(a, "b", i % 4 == 3 ? null : (Long) (long) (i % 3), "c.d", "x" + i % 2);
      rows.add(t.row("a", i == 11 ? null : struct, "b", (long) i, "meta", SampleTable.row(meta, "partition", i % 2)));
    }
    t.append(rows);
    t.delta().positions(t.find(r -> r.position() == 1), true).commit();
    out.publish(t);
    out.ask(new Question(t, "a nested key beside a top-level column of the same name; NULL struct, NULL field").key("a.b").role("kafka-partition", "meta.partition"));
    out.ask(new Question(t, "two nested keys, one with a dot in its name").key("a.b", "a.\"c.d\"").role("kafka-partition", "meta.partition").named("/both"));
    out.refused("key_nested!struct", "a whole struct is no key", 2, "--location", TestData.NAMED + "/key_nested", "--key", "a");
    out.ask(new Question(t, "a nested condition").key("b").where("a.b >= 2", v -> v.get("a.b") != null && (long) v.get("a.b") >= 2));
  }

  private static void refused(TestData out) throws IOException {
    Schema s =
        new Schema(
            optional(1, "id", Types.LongType.get()),
            optional(2, "tags", Types.ListType.ofOptional(10, Types.StringType.get())),
            optional(3, "attributes", Types.MapType.ofOptional(11, 12, Types.StringType.get(), Types.StringType.get())));
    SampleTable t = out.create("key_list_and_map", 2, s, PartitionSpec.unpartitioned());
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      rows.add(t.row("id", (long) (i % 5), "tags", List.of("t" + i % 2, "x"), "attributes", Map.of("k", "v" + i % 2)));
    }
    t.append(rows);
    out.publish(t);
    out.ask(new Question(t, "lists and maps beside the key do no harm").key("id"));
    String location = TestData.NAMED + "/key_list_and_map";
    out.refused("key_list_and_map!list", "a list is no key", 2, "--location", location, "--key", "tags");
    out.refused("key_list_and_map!element", "what is in a list is no key", 2, "--location", location, "--key", "tags.element");
    out.refused("key_list_and_map!map", "a map is no key", 2, "--location", location, "--key", "attributes");
  }

  private static void nanoseconds(TestData out) throws IOException {
    Schema s =
        new Schema(
            optional(1, "id", Types.StringType.get()),
            optional(2, "at", Types.TimestampNanoType.withoutZone()),
            optional(3, "at_zone", Types.TimestampNanoType.withZone()),
            optional(4, "kafka_partition", Types.IntegerType.get()));
    SampleTable t = out.create("nanoseconds", 3, s, PartitionSpec.unpartitioned());
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      LocalDateTime at = LocalDateTime.of(2025, 3, 1, 12, 0).plusNanos(123_456_780 + i % 7);
      rows.add(t.row("id", "id-" + i % 6, "at", at, "at_zone", OffsetDateTime.of(at, java.time.ZoneOffset.UTC), "kafka_partition", i % 4));
    }
    t.append(rows);
    out.publish(t);
    String why = "DuckDB cannot read a nanosecond time with zone";
    out.ask(new Question(t, "a table with nanosecond times").key("id").role("kafka-partition", "kafka_partition").orUnreadable(why));
    out.ask(new Question(t, "keys that differ by a nanosecond").key("at").role("kafka-partition", "kafka_partition").named("/at").orUnreadable(why));
    out.ask(new Question(t, "keys with zone that differ by a nanosecond").key("at_zone").named("/at_zone").orUnreadable(why).orRefused(why));
  }
}
