package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Flink's upserts: an equality delete for every row, position deletes within a checkpoint, and nobody who compacts but once. */
final class StockLevelsStory {
  private static final int COMPACTED_ON = 17;
  private static final int CLEANED_ON = 20;
  private static final int SCHEMA_ID = 87;

  private static final class Item {
    String warehouse;
    String sku;
    int onHand;
    int reserved;
  }

  private final Topic topic = new Topic("warehouse.stock-levels", 4);
  private final List<Item> items = new ArrayList<>();
  private final Story story;
  private int articles = 0;

  private StockLevelsStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("warehouse.stock-levels", 4).after(
                required(1, "warehouse", Types.StringType.get()),
                required(2, "sku", Types.StringType.get()),
                optional(3, "on_hand", Types.IntegerType.get()),
                optional(4, "reserved", Types.IntegerType.get()),
                optional(5, "counted_at", Types.TimestampType.withZone())),
            Set.of(1, 2));
    PartitionSpec spec = PartitionSpec.builderFor(schema).identity("warehouse").build();
    SampleTable table = out.create("stock_levels", 2, schema, spec, "write.upsert.enabled", "true");
    new StockLevelsStory(new Story(table, Story.Rhythm.SHOP, "21:45")).tell();
    out.publish(
        new Sample(
                "warehouse.stock_levels", table, "upsert", "Warehouse systems", List.of("warehouse"),
                "No duplicates, but deletes pile up until a compaction on 17 September; it leaves many dangling until it is finished on the 20th, and then they pile up again.")
            .key("warehouse", "sku").kafka(Topic.Columns.PLAIN).role("event-time", "counted_at").judgedBy("delete_ratio", 0.2));
  }

  private void tell() throws IOException {
    for (int day = 1; day <= Story.DAYS; day++) {
      maintain(day);
      story.evening(day);
      List<Record> records = new ArrayList<>();
      if (day == 1) {
        // the first load is appended, as Flink's documentation advises
        story.moments(420, Story.at(1, "00:30"), story.latest()).forEach(at -> records.addAll(article(at)));
        story.table.append(records);
        continue;
      }
      if (day % 2 == 0) {
        story.moments(1).forEach(at -> records.addAll(article(at)));
      }
      for (OffsetDateTime at : story.moments(story.load(52))) {
        Item item = story.dice.pick(items);
        records.add(counted(item, at));
        if (story.dice.chance(0.08)) {
          records.add(counted(item, at.plusSeconds(story.dice.between(5, 60))));
        }
      }
      story.table.upsert(records, 1, 2);
    }
  }

  private void maintain(int day) throws IOException {
    if (day == COMPACTED_ON) {
      compact("HAM-1", Story.at(day, "09:15"), false);
    }
    if (day == CLEANED_ON) {
      compact("ROT-1", Story.at(day, "10:05"), true);
    }
  }

  /**
   * Compaction goes warehouse by warehouse. Deletes of the first one dangle as long as the other's data is older than they are: the library drops by itself
   * only what is older than all data.
   */
  private void compact(String warehouse, OffsetDateTime time, boolean dropDeletes) throws IOException {
    story.now(time);
    long sequence = story.table.table.currentSnapshot().sequenceNumber();
    List<State.Data> others = story.table.head("main").state().data().stream().filter(d -> !d.partition().contains(warehouse)).toList();
    story.table.compact(d -> !others.contains(d), x -> dropDeletes && others.stream().noneMatch(x::mayApply), sequence);
  }

  /** A new article is stocked in both warehouses. */
  private List<Record> article(OffsetDateTime at) {
    List<Record> records = new ArrayList<>();
    String sku = "SKU-%05d".formatted(30_100 + 7 * articles++);
    for (String warehouse : new String[] {"HAM-1", "ROT-1"}) {
      Item item = new Item();
      item.warehouse = warehouse;
      item.sku = sku;
      item.onHand = story.dice.between(40, 400);
      items.add(item);
      records.add(record(item, at));
    }
    return records;
  }

  private Record counted(Item item, OffsetDateTime at) {
    item.onHand = item.onHand < 30 ? item.onHand + 240 : item.onHand - story.dice.between(1, 12);
    item.reserved = story.dice.between(0, Math.min(item.onHand, 20));
    return record(item, at);
  }

  private Record record(Item item, OffsetDateTime at) {
    Record row = story.table.row("warehouse", item.warehouse, "sku", item.sku, "on_hand", item.onHand, "reserved", item.reserved, "counted_at", at);
    return topic.produce(row, KeyBytes.avro(SCHEMA_ID, item.warehouse, item.sku), at);
  }
}
