package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** The topic grows from 6 to 12 partitions on day 19; the sink knows a row by partition and key. */
final class OrdersStory {
  private static final OffsetDateTime GROWN_AT = Story.at(19, "02:41");

  private record Order(String id, String customer, int items, BigDecimal total) {}

  private record Event(OffsetDateTime at, Order order, String status) {}

  private final Topic topic = new Topic("shop.orders", 6);
  private final List<Event> coming = new ArrayList<>();
  private final Story story;
  private int orders = 0;

  private OrdersStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("shop.orders", 6).after(
                required(1, "order_id", Types.StringType.get()),
                optional(2, "customer_id", Types.StringType.get()),
                optional(3, "status", Types.StringType.get()),
                optional(4, "item_count", Types.IntegerType.get()),
                optional(5, "total_amount", Types.DecimalType.of(12, 2)),
                optional(6, "updated_at", Types.TimestampType.withZone())));
    SampleTable table = out.create("orders", 3, schema, PartitionSpec.unpartitioned());
    new OrdersStory(new Story(table, Story.Rhythm.SHOP, "22:05")).tell();
    out.publish(
        new Sample(
                "shop.orders", table, "upsert", "Order management", List.of("shop", "gold"),
                "The topic grew from 6 to 12 partitions on 19 September: an order's next event comes from another partition, and its old row stays.")
            .key("order_id").because("partition_drift").kafka(Topic.Columns.PLAIN).role("event-time", "updated_at").judgedBy("surplus_rows", 1));
  }

  private void tell() throws IOException {
    story.moments(1_150, Story.at(-50, "00:00"), Story.at(1, "00:00")).forEach(this::place);
    for (int day = 1; day <= Story.DAYS; day++) {
      if (day % 3 == 0) {
        story.compactDeleted(Story.at(day, "03:30"), 0.12);
      }
      story.evening(day);
      story.moments(story.load(26)).forEach(this::place);
      List<Event> due = coming.stream().filter(e -> !e.at.isAfter(story.latest())).sorted(Comparator.comparing(Event::at)).toList();
      coming.removeAll(due);
      List<Record> records = new ArrayList<>();
      due.forEach(e -> records.add(record(e)));
      story.merge(records, r -> List.of(r.getField("kafka_partition"), r.getField("kafka_key")));
    }
  }

  /** An order's whole life: paid within the hour, shipped and delivered within days, closed when it cannot be returned any more. */
  private void place(OffsetDateTime at) {
    Order order = new Order("ORD-%07d".formatted(2_610_000 + orders++), "C%06d".formatted(104_210 + 3 * story.dice.between(0, 780)), story.dice.between(1, 5), story.dice.money(58));
    coming.add(new Event(at, order, "PLACED"));
    if (story.dice.chance(0.04)) {
      coming.add(new Event(at.plusMinutes(story.dice.between(20, 600)), order, "CANCELLED"));
      return;
    }
    coming.add(new Event(at.plusMinutes(story.dice.between(1, 50)), order, "PAID"));
    OffsetDateTime shipped = at.plusMinutes(story.dice.between(18 * 60, 50 * 60));
    coming.add(new Event(shipped, order, "SHIPPED"));
    OffsetDateTime delivered = shipped.plusMinutes(story.dice.between(20 * 60, 70 * 60));
    coming.add(new Event(delivered, order, "DELIVERED"));
    boolean returned = story.dice.chance(0.07);
    coming.add(new Event(delivered.plusMinutes(story.dice.between(5 * 1440, 14 * 1440)), order, returned ? "RETURNED" : "CLOSED"));
  }

  private Record record(Event e) {
    topic.partitions = e.at.isBefore(GROWN_AT) ? 6 : 12;
    Record row =
        story.table.row(
            "order_id", e.order.id, "customer_id", e.order.customer, "status", e.status, "item_count", e.order.items, "total_amount", e.order.total,
            "updated_at", e.at);
    return topic.produce(row, KeyBytes.text(e.order.id), e.at);
  }
}
