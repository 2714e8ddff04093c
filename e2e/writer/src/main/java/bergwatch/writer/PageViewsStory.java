package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Events: a session has many rows by its nature, a view has one. */
final class PageViewsStory {
  private static final Types.StructType KAFKA =
      Types.StructType.of(
          optional(8, "topic", Types.StringType.get()),
          optional(9, "partition", Types.IntegerType.get()),
          optional(10, "offset", Types.LongType.get()),
          optional(11, "record_timestamp", Types.TimestampType.withZone()));

  /** The ids' high bits are milliseconds since then. */
  private static final OffsetDateTime EPOCH = OffsetDateTime.parse("2020-01-01T00:00:00Z");

  private record View(OffsetDateTime at, String session, String device, int number) {}

  private final Topic topic = new Topic("web.page-views", 12);
  private final Story story;

  private PageViewsStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            required(1, "view_id", Types.LongType.get()),
            optional(2, "session_id", Types.StringType.get()),
            optional(3, "path", Types.StringType.get()),
            optional(4, "device", Types.StringType.get()),
            optional(5, "load_ms", Types.IntegerType.get()),
            optional(6, "viewed_at", Types.TimestampType.withZone()),
            optional(7, "_kafka_metadata", KAFKA));
    SampleTable table = out.create("page_views", 2, schema, PartitionSpec.unpartitioned());
    new PageViewsStory(new Story(table, Story.Rhythm.SHOP, "22:20")).tell();
    out.publish(
        new Sample(
                "web.page_views", table, "events", "Web analytics", List.of("web", "events"),
                "Events: many rows a session are normal and promised to nobody, so they open no incident; the view id is promised unique and is.")
            .promised("session", "none", "session_id").because("by_design").promised("view", "unique", "view_id")
            .role("kafka-topic", "_kafka_metadata.topic").role("kafka-partition", "_kafka_metadata.partition").role("kafka-offset", "_kafka_metadata.offset")
            .role("kafka-timestamp", "_kafka_metadata.record_timestamp").role("event-time", "viewed_at"));
  }

  private void tell() throws IOException {
    for (int day = 1; day <= Story.DAYS; day++) {
      story.evening(day);
      List<View> views = new ArrayList<>();
      for (OffsetDateTime start : story.moments(story.load(46))) {
        String session = "s-" + story.dice.text(10);
        String device = story.dice.pick("phone", "phone", "phone", "desktop", "desktop", "tablet");
        OffsetDateTime at = start;
        for (int number = 0; at.isBefore(story.latest()) && (number == 0 || story.dice.chance(0.75)); number++) {
          views.add(new View(at, session, device, number));
          at = at.plusSeconds(story.dice.between(4, 180));
        }
      }
      views.sort(Comparator.comparing(View::at));
      List<Record> records = new ArrayList<>();
      views.forEach(v -> records.add(record(v)));
      story.table.append(records);
    }
  }

  private Record record(View v) {
    String path = v.number == 0 ? story.dice.pick("/", "/", "/sale", "/search") : story.dice.pick("/search", "/product", "/product", "/product", "/cart", "/checkout", "/account");
    Topic.Coordinates at = topic.next(KeyBytes.text(v.session));
    GenericRecord kafka = GenericRecord.create(KAFKA);
    kafka.setField("topic", topic.name);
    kafka.setField("partition", at.partition());
    kafka.setField("offset", at.offset());
    kafka.setField("record_timestamp", v.at.plusNanos(35_000_000));
    long id = java.time.Duration.between(EPOCH, v.at).toMillis() << 22 | story.dice.between(0, 0x3fffff);
    return story.table.row(
        "view_id", id, "session_id", v.session, "path", path, "device", v.device, "load_ms", story.dice.between(180, 1400), "viewed_at", v.at, "_kafka_metadata", kafka);
  }
}
