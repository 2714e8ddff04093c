package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** The record key is the event's id, and each retry of a send gets a new one: the sink has nothing to recognise an invoice by. */
final class InvoicesStory {
  private static final OffsetDateTime OUTAGE_FROM = Story.at(22, "08:30");
  private static final OffsetDateTime OUTAGE_TO = Story.at(22, "15:10");

  private static final int ATTEMPTS_MAX = 4;

  private record Invoice(String id, String customer, BigDecimal net, OffsetDateTime issuedAt) {}

  private record Attempt(OffsetDateTime at, Invoice invoice) {}

  private final Topic topic = new Topic("billing.invoice-events", 6);
  private final Story story;
  private int invoices = 0;

  private InvoicesStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("billing.invoice-events", 6).after(
                required(1, "event_id", Types.StringType.get()),
                optional(2, "invoice_id", Types.StringType.get()),
                optional(3, "customer_id", Types.StringType.get()),
                optional(4, "net_amount", Types.DecimalType.of(12, 2)),
                optional(5, "vat_amount", Types.DecimalType.of(12, 2)),
                optional(6, "issued_at", Types.TimestampType.withZone()),
                optional(7, "sent_at", Types.TimestampType.withZone())));
    SampleTable table = out.create("invoices", 2, schema, PartitionSpec.unpartitioned());
    new InvoicesStory(new Story(table, Story.Rhythm.OFFICE, "21:58")).tell();
    out.publish(
        new Sample(
                "billing.invoices", table, "upsert", "Billing", List.of("billing", "finance"),
                "The topic is keyed on the event id, and a retried send gets a new one: a few invoices a week are there twice, and dozens after an outage on 22 September.")
            .key("invoice_id").because("key_is_not_business_key").kafka(Topic.Columns.PLAIN).role("event-time", "sent_at").judgedBy("surplus_rows", 1));
  }

  private void tell() throws IOException {
    for (int day = 1; day <= Story.DAYS; day++) {
      story.evening(day);
      List<Attempt> attempts = new ArrayList<>();
      if (day == 1) {
        story.moments(410, Story.at(-13, "00:00"), Story.at(1, "00:00")).forEach(at -> attempts.add(new Attempt(at, issue(at))));
      }
      for (OffsetDateTime at : story.moments(story.load(44))) {
        Invoice invoice = issue(at);
        OffsetDateTime next = at;
        for (int attempt = 1; attempt == 1 || attempt <= ATTEMPTS_MAX && story.dice.chance(retried(day, next)); attempt++) {
          attempts.add(new Attempt(next, invoice));
          next = next.plus(story.dice.between(1_500, 31_000), ChronoUnit.MILLIS);
        }
      }
      attempts.sort(Comparator.comparing(Attempt::at));
      List<Record> records = new ArrayList<>();
      attempts.forEach(a -> records.add(record(a)));
      story.merge(records, r -> r.getField("kafka_key"));
    }
  }

  /** The gateway times out now and then; in the outage every other time. */
  private static double retried(int day, OffsetDateTime at) {
    boolean outage = at.isAfter(OUTAGE_FROM) && at.isBefore(OUTAGE_TO);
    return outage ? 0.55 : day < 4 ? 0 : 0.018;
  }

  private Invoice issue(OffsetDateTime at) {
    return new Invoice("INV-2026-%06d".formatted(48_120 + invoices++), "B%05d".formatted(story.dice.between(10_000, 10_480)), story.dice.money(640), at);
  }

  private Record record(Attempt a) {
    String eventId = story.dice.uuid().toString();
    BigDecimal vat = a.invoice.net.multiply(new BigDecimal("0.19")).setScale(2, java.math.RoundingMode.HALF_EVEN);
    Record row =
        story.table.row(
            "event_id", eventId, "invoice_id", a.invoice.id, "customer_id", a.invoice.customer, "net_amount", a.invoice.net, "vat_amount", vat,
            "issued_at", a.invoice.issuedAt, "sent_at", a.at.plus(120, ChronoUnit.MILLIS));
    return topic.produce(row, KeyBytes.text(eventId), a.at.plus(120, ChronoUnit.MILLIS));
  }
}
