package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Format v3: each price that changes leaves its old row to a deletion vector, until a compaction on day 16; then it begins again. */
final class PricesStory {
  private static final int COMPACTED_ON = 16;

  private static final class Price {
    String product;
    String market;
    BigDecimal amount;
  }

  private final Topic topic = new Topic("pricing.price-changes", 3);
  private final List<Price> prices = new ArrayList<>();
  private final Story story;
  private int products = 0;

  private PricesStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("pricing.price-changes", 3).after(
                required(1, "product_id", Types.StringType.get()),
                required(2, "market", Types.StringType.get()),
                optional(3, "price", Types.DecimalType.of(10, 2)),
                optional(4, "currency", Types.StringType.get()),
                optional(5, "campaign", Types.StringType.get()),
                optional(6, "valid_from", Types.TimestampType.withZone())));
    SampleTable table = out.create("prices", 3, schema, PartitionSpec.unpartitioned());
    new PricesStory(new Story(table, Story.Rhythm.SHOP, "21:40")).tell();
    out.publish(
        new Sample(
                "pricing.prices", table, "upsert", "Pricing", List.of("shop", "pricing"),
                "No duplicates, but deletion vectors (format v3) cover more of the table each day, until a compaction on 16 September; then it begins again.")
            .key("product_id", "market").kafka(Topic.Columns.PLAIN).role("event-time", "valid_from").judgedBy("delete_ratio", 0.2));
  }

  private void tell() throws IOException {
    for (int day = 1; day <= Story.DAYS; day++) {
      if (day == COMPACTED_ON) {
        story.compactAll(Story.at(day, "04:20"));
      }
      story.evening(day);
      List<Record> records = new ArrayList<>();
      if (day == 1) {
        story.moments(160, Story.at(-30, "00:00"), Story.at(1, "00:00")).forEach(at -> records.addAll(product(at)));
      }
      if (day % 3 == 0) {
        story.moments(1).forEach(at -> records.addAll(product(at)));
      }
      // campaigns start on Thursdays
      double usual = Story.weekday(day) == java.time.DayOfWeek.THURSDAY ? 95 : 44;
      story.moments(story.load(usual)).forEach(at -> records.add(repriced(story.dice.pick(prices), at)));
      story.merge(records, r -> List.of(r.getField("product_id"), r.getField("market")));
    }
  }

  private List<Record> product(OffsetDateTime at) {
    List<Record> records = new ArrayList<>();
    BigDecimal amount = story.dice.money(24);
    String id = "P-%06d".formatted(700_015 + 11 * products++);
    for (String market : new String[] {"DE", "AT", "FR", "PL"}) {
      Price p = new Price();
      p.product = id;
      p.market = market;
      p.amount = market.equals("PL") ? amount.multiply(new BigDecimal("4.3")).setScale(0, RoundingMode.UP).subtract(new BigDecimal("0.01")) : amount;
      prices.add(p);
      records.add(record(p, null, at));
    }
    return records;
  }

  private Record repriced(Price p, OffsetDateTime at) {
    boolean campaign = story.dice.chance(0.4);
    p.amount = p.amount.multiply(BigDecimal.valueOf(story.dice.between(0.94, 1.07))).setScale(2, RoundingMode.HALF_EVEN);
    return record(p, campaign ? "autumn-2026" : null, at);
  }

  private Record record(Price p, String campaign, OffsetDateTime at) {
    String currency = p.market.equals("PL") ? "PLN" : "EUR";
    Record row =
        story.table.row("product_id", p.product, "market", p.market, "price", p.amount, "currency", currency, "campaign", campaign, "valid_from", at);
    return topic.produce(row, KeyBytes.text("{\"product_id\":\"%s\",\"market\":\"%s\"}".formatted(p.product, p.market)), at);
  }
}
