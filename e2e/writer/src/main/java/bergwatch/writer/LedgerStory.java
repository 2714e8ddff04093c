package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import bergwatch.writer.State.Data;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** A sink commits the file of day 12 a second time; on day 15 somebody repairs it. */
final class LedgerStory {
  private static final int REGISTERED_TWICE_ON = 12;
  private static final int REPAIRED_ON = 15;
  private static final int SCHEMA_ID = 31;

  private final Topic topic = new Topic("finance.ledger-entries", 4);
  private final Story story;
  private int entries = 0;

  private LedgerStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("finance.ledger-entries", 4).after(
                required(1, "entry_id", Types.StringType.get()),
                optional(2, "booking_id", Types.StringType.get()),
                optional(3, "account", Types.StringType.get()),
                optional(4, "side", Types.StringType.get()),
                optional(5, "amount", Types.DecimalType.of(14, 2)),
                optional(6, "currency", Types.StringType.get()),
                optional(7, "booked_at", Types.TimestampType.withZone())));
    SampleTable table = out.create("ledger_entries", 2, schema, PartitionSpec.unpartitioned());
    new LedgerStory(new Story(table, Story.Rhythm.SHOP, "22:00")).tell();
    out.publish(
        new Sample(
                "finance.ledger_entries", table, "append", "Finance systems", List.of("finance", "gold"),
                "On 12 September the sink registered a file a second time, so its entries counted double until the repair on 15 September; right since then.")
            .promised("entry", "unique", "entry_id").because("file_registered_twice").kafka(Topic.Columns.PLAIN).role("event-time", "booked_at").judgedBy("surplus_rows", 1));
  }

  private void tell() throws IOException {
    List<Data> twice = List.of();
    for (int day = 1; day <= Story.DAYS; day++) {
      if (day == REPAIRED_ON) {
        story.now(Story.at(day, "09:25"));
        story.table.registerOnce(twice.get(0));
      }
      story.evening(day);
      List<Record> records = new ArrayList<>();
      if (day == 1) {
        story.moments(160, Story.at(-6, "00:00"), Story.at(1, "00:00")).forEach(at -> records.addAll(booking(at)));
      }
      story.moments(story.load(44)).forEach(at -> records.addAll(booking(at)));
      List<Data> written = story.table.files.data(records, story.table.schema(), story.table.table.spec());
      story.table.register(written);
      if (day == REGISTERED_TWICE_ON) {
        // the answer to the commit got lost, and a second coordinator sent it again
        story.now(OffsetDateTime.ofInstant(story.table.operations.now(), java.time.ZoneOffset.UTC).plusSeconds(61));
        story.table.register(written);
        twice = written;
      }
    }
  }

  /** A sale: the customer's account is debited, revenue and tax are credited. */
  private List<Record> booking(OffsetDateTime at) {
    String booking = "BK-%07d".formatted(880_300 + entries / 3);
    BigDecimal gross = story.dice.money(62);
    BigDecimal tax = gross.multiply(new BigDecimal("0.16")).setScale(2, java.math.RoundingMode.HALF_EVEN);
    String debtor = "1200-%04d".formatted(story.dice.between(1, 480));
    return List.of(record(booking, debtor, "debit", gross, at), record(booking, "8400", "credit", gross.subtract(tax), at), record(booking, "1776", "credit", tax, at));
  }

  private Record record(String booking, String account, String side, BigDecimal amount, OffsetDateTime at) {
    String id = "E-%08d".formatted(2_640_900 + entries++);
    Record row =
        story.table.row("entry_id", id, "booking_id", booking, "account", account, "side", side, "amount", amount, "currency", "EUR", "booked_at", at);
    return topic.produce(row, KeyBytes.avro(SCHEMA_ID, id), at);
  }
}
