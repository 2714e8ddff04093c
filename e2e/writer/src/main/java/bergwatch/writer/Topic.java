package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;

import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** A Kafka topic: it gives each record the partition that Kafka's Java client gives its key, the partition's next offset, and a time. */
final class Topic {
  /** Where a sink puts what Kafka knows of a record. */
  record Columns(String topic, String partition, String offset, String key, String timestamp) {
    static final Columns PLAIN = new Columns("kafka_topic", "kafka_partition", "kafka_offset", "kafka_key", "kafka_timestamp");
    static final Columns TABLEFLOW = new Columns("$$topic", "$$partition", "$$offset", "$$raw-key", "$$timestamp");

    List<Types.NestedField> fields(int firstId) {
      return List.of(
          optional(firstId, topic, Types.StringType.get()),
          optional(firstId + 1, partition, Types.IntegerType.get()),
          optional(firstId + 2, offset, Types.LongType.get()),
          optional(firstId + 3, key, Types.BinaryType.get()),
          optional(firstId + 4, timestamp, Types.TimestampType.withZone()));
    }
  }

  final String name;
  final Columns columns;
  /** The topic may grow. */
  int partitions;

  private final Dice dice;
  private final Map<Integer, Long> nextOffsets = new TreeMap<>();

  Topic(String name, int partitions) {
    this(name, partitions, Columns.PLAIN);
  }

  Topic(String name, int partitions, Columns columns) {
    this.name = name;
    this.partitions = partitions;
    this.columns = columns;
    this.dice = new Dice(name);
    // retention has deleted what came before
    for (int p = 0; p < partitions; p++) {
      nextOffsets.put(p, (long) dice.between(20_000, 90_000));
    }
  }

  /** Partition and offset of the next record with this key. A partition that came later starts at 0. */
  Coordinates next(byte[] key) {
    int partition = Murmur2.partition(key, partitions);
    return new Coordinates(partition, nextOffsets.merge(partition, 1L, Long::sum) - 1);
  }

  record Coordinates(int partition, long offset) {}

  /** Fills the columns of a record that was sent at `time` and arrived some milliseconds later. */
  Record produce(Record row, byte[] key, OffsetDateTime time) {
    Coordinates at = next(key);
    row.setField(columns.topic, name);
    row.setField(columns.partition, at.partition);
    row.setField(columns.offset, at.offset);
    row.setField(columns.key, ByteBuffer.wrap(key));
    row.setField(columns.timestamp, time.plus(dice.between(2, 60), ChronoUnit.MILLIS));
    return row;
  }

  /** Columns of the table's own, ids from 1, and then Kafka's. */
  List<Types.NestedField> after(Types.NestedField... own) {
    List<Types.NestedField> all = new ArrayList<>(Arrays.asList(own));
    all.addAll(columns.fields(own.length + 1));
    return all;
  }
}
