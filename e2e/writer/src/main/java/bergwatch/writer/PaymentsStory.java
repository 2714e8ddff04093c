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

/** From day 15 on the producer writes the same key as Avro instead of text; the sink knows a row by its key bytes. */
final class PaymentsStory {
  private static final OffsetDateTime DEPLOYED_AT = Story.at(15, "10:20");
  private static final int SCHEMA_ID = 214;

  private record Payment(String id, String order, String method, BigDecimal amount) {}

  private record Event(OffsetDateTime at, Payment payment, String status) {}

  private final Topic topic = new Topic("payments.payment-states", 8, Topic.Columns.TABLEFLOW);
  private final List<Event> coming = new ArrayList<>();
  private final Story story;
  private int payments = 0;

  private PaymentsStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("payments.payment-states", 8, Topic.Columns.TABLEFLOW).after(
                required(1, "payment_id", Types.StringType.get()),
                optional(2, "order_id", Types.StringType.get()),
                optional(3, "method", Types.StringType.get()),
                optional(4, "status", Types.StringType.get()),
                optional(5, "amount", Types.DecimalType.of(12, 2)),
                optional(6, "currency", Types.StringType.get()),
                optional(7, "changed_at", Types.TimestampType.withZone())));
    SampleTable table = out.create("payments", 3, schema, PartitionSpec.unpartitioned());
    new PaymentsStory(new Story(table, Story.Rhythm.SHOP, "22:11")).tell();
    out.publish(
        new Sample(
                "payments.payment_states", table, "upsert", "Payments", List.of("payments", "gold"),
                "A deployment on 15 September changed the serializer of the record key from text to Avro: the same payment has other key bytes, so its old row stays.")
            .key("payment_id").because("key_encoding").kafka(Topic.Columns.TABLEFLOW).role("event-time", "changed_at").judgedBy("surplus_rows", 1));
  }

  private void tell() throws IOException {
    story.moments(1_050, Story.at(-42, "00:00"), Story.at(1, "00:00")).forEach(this::authorize);
    for (int day = 1; day <= Story.DAYS; day++) {
      if (day % 3 == 1 && day > 1) {
        story.compactDeleted(Story.at(day, "03:10"), 0.25);
      }
      story.evening(day);
      story.moments(story.load(27)).forEach(this::authorize);
      List<Event> due = coming.stream().filter(e -> !e.at.isAfter(story.latest())).sorted(Comparator.comparing(Event::at)).toList();
      coming.removeAll(due);
      List<Record> records = new ArrayList<>();
      due.forEach(e -> records.add(record(e)));
      story.merge(records, r -> r.getField("$$raw-key"));
    }
  }

  private void authorize(OffsetDateTime at) {
    Payment p =
        new Payment("pay_" + story.dice.text(12), "ORD-%07d".formatted(2_610_000 + payments++), story.dice.pick("card", "card", "card", "paypal", "sepa", "klarna"), story.dice.money(58));
    coming.add(new Event(at, p, "AUTHORIZED"));
    if (story.dice.chance(0.03)) {
      coming.add(new Event(at.plusMinutes(story.dice.between(5, 300)), p, "VOIDED"));
      return;
    }
    OffsetDateTime captured = at.plusMinutes(story.dice.between(18 * 60, 50 * 60));
    coming.add(new Event(captured, p, "CAPTURED"));
    OffsetDateTime settled = captured.plusMinutes(story.dice.between(2 * 1440, 4 * 1440));
    coming.add(new Event(settled, p, "SETTLED"));
    if (story.dice.chance(0.06)) {
      coming.add(new Event(settled.plusMinutes(story.dice.between(1440, 12 * 1440)), p, "REFUNDED"));
    }
  }

  private Record record(Event e) {
    byte[] key = e.at.isBefore(DEPLOYED_AT) ? KeyBytes.text(e.payment.id) : KeyBytes.avro(SCHEMA_ID, e.payment.id);
    Record row =
        story.table.row(
            "payment_id", e.payment.id, "order_id", e.payment.order, "method", e.payment.method, "status", e.status, "amount", e.payment.amount,
            "currency", "EUR", "changed_at", e.at);
    return topic.produce(row, key, e.at);
  }
}
