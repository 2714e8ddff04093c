package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Partitioned by the month of delivery: a delivery that moves into the next month leaves its old row, since the delete goes where the new row goes. */
final class ShipmentsStory {
  /** Deliveries of the last two days of the month wait for the storm to pass. */
  private static final int STORM_ON = 29;

  private static final class Shipment {
    String id;
    String order;
    String carrier;
    String status = "announced";
    LocalDate delivery;
    OffsetDateTime onTheWayAt;
  }

  private final Topic topic = new Topic("logistics.shipments", 6);
  private final List<Shipment> open = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private final Story story;
  private int shipments = 0;

  private ShipmentsStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("logistics.shipments", 6).after(
                required(1, "shipment_id", Types.StringType.get()),
                optional(2, "order_id", Types.StringType.get()),
                optional(3, "carrier", Types.StringType.get()),
                optional(4, "status", Types.StringType.get()),
                optional(5, "delivery_date", Types.DateType.get()),
                optional(6, "updated_at", Types.TimestampType.withZone())));
    SampleTable table = out.create("shipments", 2, schema, PartitionSpec.builderFor(schema).month("delivery_date").build());
    new ShipmentsStory(new Story(table, Story.Rhythm.SHOP, "21:50")).tell();
    out.publish(
        new Sample(
                "logistics.shipments", table, "upsert", "Logistics", List.of("logistics"),
                "Partitioned by month of delivery: a shipment put off into October leaves its September row, because the delete lands in October's partition.")
            .key("shipment_id").because("delete_in_other_partition").kafka(Topic.Columns.PLAIN).role("event-time", "updated_at").judgedBy("surplus_rows", 1));
  }

  private void tell() throws IOException {
    for (int day = 1; day <= Story.DAYS; day++) {
      if (Story.weekday(day) == java.time.DayOfWeek.THURSDAY) {
        story.compactAll(Story.at(day, "02:15"));
      }
      story.evening(day);
      List<Record> records = new ArrayList<>();
      if (day == 1) {
        story.moments(800, Story.at(-32, "00:00"), Story.at(-5, "00:00")).forEach(at -> records.add(past(at)));
      }
      story.moments(story.load(30)).forEach(at -> records.add(announce(at)));
      records.addAll(changes(day));
      records.sort(Comparator.comparing(r -> (OffsetDateTime) r.getField("updated_at")));
      commit(records);
    }
  }

  private LocalDate today(int day) {
    return Story.FIRST_DAY.plusDays(day - 1L);
  }

  /** Delivered before the month began. */
  private Record past(OffsetDateTime at) {
    Shipment s = shipment(at);
    open.remove(s);
    s.status = "delivered";
    s.delivery = at.toLocalDate().plusDays(story.dice.between(2, 4));
    return record(s, at);
  }

  private Record announce(OffsetDateTime at) {
    return record(shipment(at), at);
  }

  private Shipment shipment(OffsetDateTime at) {
    Shipment s = new Shipment();
    s.id = "SHP%09d".formatted(300_418_200 + 13 * shipments);
    s.order = "ORD-%07d".formatted(2_610_540 + shipments++);
    s.carrier = story.dice.pick("DHL", "DHL", "Hermes", "UPS", "GLS");
    s.delivery = at.toLocalDate().plusDays(story.dice.between(2, 4));
    s.onTheWayAt = at;
    open.add(s);
    return s;
  }

  /** Some are put off, the others delivered on their day. */
  private List<Record> changes(int day) {
    List<Record> records = new ArrayList<>();
    for (Shipment s : List.copyOf(open)) {
      boolean dueSoon = !s.delivery.isAfter(today(day).plusDays(1));
      boolean storm = day == STORM_ON && s.delivery.isBefore(today(31)) && story.dice.chance(0.7);
      if (s.delivery.equals(today(day)) && !storm) {
        s.status = "delivered";
        open.remove(s);
      } else if (storm || dueSoon && story.dice.chance(0.12)) {
        s.status = "put off";
        s.delivery = s.delivery.plusDays(storm ? story.dice.between(2, 4) : story.dice.between(1, 4));
      } else {
        continue;
      }
      records.add(record(s, story.moments(1).get(0)));
    }
    return records;
  }

  /** The sink deletes by key what it wrote before, in the partition of the row that it writes now. */
  private void commit(List<Record> records) throws IOException {
    Map<Object, Record> last = new LinkedHashMap<>();
    records.forEach(r -> last.put(r.getField("shipment_id"), r));
    List<Record> rewritten = last.values().stream().filter(r -> known.contains(r.getField("shipment_id"))).toList();
    SampleTable.Delta delta = story.table.delta().rows(List.copyOf(last.values()));
    if (!rewritten.isEmpty()) {
      delta.equality(rewritten, 1);
    }
    delta.commit();
    last.keySet().forEach(id -> known.add((String) id));
  }

  private Record record(Shipment s, OffsetDateTime at) {
    Record row =
        story.table.row("shipment_id", s.id, "order_id", s.order, "carrier", s.carrier, "status", s.status, "delivery_date", s.delivery, "updated_at", at);
    return topic.produce(row, KeyBytes.text(s.id), at);
  }
}
