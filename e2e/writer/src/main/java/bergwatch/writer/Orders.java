package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** A topic of orders: every record gets its partition as Kafka's own client chooses it, the partition's next offset, and a time after the one before. */
final class Orders {
  static final OffsetDateTime FIRST_EVENT = OffsetDateTime.parse("2025-03-01T23:10:00Z");

  private static final String[] CUSTOMERS = {"Ana", "O'Brien", "Zoë", "50% off", null};

  /** The topic may grow. */
  int partitions = 4;

  OffsetDateTime now = FIRST_EVENT;
  private final Map<Integer, Long> offsets = new TreeMap<>();

  static Schema schema() {
    return new Schema(columns(false));
  }

  /** As upsert sinks want it: the key is required and the identifier. */
  static Schema keyedSchema() {
    return new Schema(columns(true), Set.of(1));
  }

  private static List<Types.NestedField> columns(boolean keyed) {
    return List.of(
        keyed ? required(1, "order_id", Types.StringType.get()) : optional(1, "order_id", Types.StringType.get()),
        optional(2, "customer", Types.StringType.get()),
        optional(3, "status", Types.StringType.get()),
        optional(4, "amount", Types.DecimalType.of(12, 2)),
        optional(5, "event_ts", Types.TimestampType.withZone()),
        optional(6, "kafka_partition", Types.IntegerType.get()),
        optional(7, "kafka_offset", Types.LongType.get()),
        optional(8, "kafka_key", Types.BinaryType.get()));
  }

  /** Longer than the 16 characters that column bounds keep. */
  static String id(int number) {
    return "order-2025-%06d".formatted(number);
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  long nextOffset(int partition) {
    return offsets.merge(partition, 1L, Long::sum) - 1;
  }

  /** An order in the partition of its key. Columns that the schema lacks are left out; a renamed key is `order_key`. */
  Record order(Schema schema, int number, String status) {
    return order(schema, number, status, Murmur2.partition(id(number).getBytes(StandardCharsets.UTF_8), partitions));
  }

  Record order(Schema schema, int number, String status, int partition) {
    GenericRecord row = GenericRecord.create(schema);
    put(row, "order_id", id(number));
    put(row, "order_key", id(number));
    put(row, "customer", CUSTOMERS[number % CUSTOMERS.length]);
    put(row, "status", status);
    put(row, "amount", BigDecimal.valueOf(995L + 250L * number, 2));
    put(row, "event_ts", now);
    put(row, "kafka_partition", partition);
    put(row, "kafka_offset", nextOffset(partition));
    put(row, "kafka_key", bytes(id(number)));
    now = now.plus(Duration.ofMillis(420_250));
    return row;
  }

  /** Orders with the numbers from..to-1. */
  List<Record> orders(Schema schema, int from, int to, String status) {
    List<Record> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(order(schema, i, status));
    }
    return rows;
  }

  /** The partition beside the one that the key belongs in. */
  int wrongPartition(int number) {
    return (Murmur2.partition(id(number).getBytes(StandardCharsets.UTF_8), partitions) + 1) % partitions;
  }

  private static void put(GenericRecord row, String name, Object value) {
    if (row.struct().field(name) != null) {
      row.setField(name, value);
    }
  }
}
