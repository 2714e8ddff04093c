package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Healthy upserts: one row a customer, and a compaction each Sunday. */
final class CustomersStory {
  private static final String[] FIRST_NAMES = {"anna", "ben", "carla", "david", "elif", "farid", "greta", "hugo", "ines", "jonas", "kaya", "luca", "mira", "noah", "olga", "paul"};
  private static final String[] LAST_NAMES = {"adler", "brandt", "costa", "demir", "ernst", "fuchs", "garcia", "haas", "ivanov", "jansen", "koch", "lorenz", "meyer", "novak"};

  private static final class Customer {
    String id;
    String email;
    String country;
    String segment = "new";
    boolean optedIn;
    int orders = 0;
    BigDecimal spent = new BigDecimal("0.00");
  }

  private final Topic topic = new Topic("crm.customers", 6);
  private final List<Customer> customers = new ArrayList<>();
  private final Story story;

  private CustomersStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("crm.customers", 6).after(
                required(1, "customer_id", Types.StringType.get()),
                optional(2, "email", Types.StringType.get()),
                optional(3, "country", Types.StringType.get()),
                optional(4, "segment", Types.StringType.get()),
                optional(5, "marketing_opt_in", Types.BooleanType.get()),
                optional(6, "order_count", Types.IntegerType.get()),
                optional(7, "lifetime_value", Types.DecimalType.of(12, 2)),
                optional(8, "updated_at", Types.TimestampType.withZone())),
            Set.of(1));
    SampleTable table = out.create("customers", 2, schema, PartitionSpec.unpartitioned());
    new CustomersStory(new Story(table, Story.Rhythm.SHOP, "21:52")).tell();
    out.publish(
        new Sample(
                "crm.customers", table, "upsert", "Customer platform", List.of("crm", "gold"),
                "Healthy: a sink that replaces each customer's row, compacted every Sunday. Nothing to do.")
            .key("customer_id").kafka(Topic.Columns.PLAIN).role("event-time", "updated_at").masked("email"));
  }

  private void tell() throws IOException {
    for (int day = 1; day <= Story.DAYS; day++) {
      if (Story.weekday(day) == DayOfWeek.SUNDAY) {
        story.compactAll(Story.at(day, "02:40"));
      }
      story.evening(day);
      List<Record> records = new ArrayList<>();
      if (day == 1) {
        story.moments(520, Story.at(-60, "00:00"), Story.at(1, "00:00")).forEach(at -> records.add(signUp(at)));
      }
      int signUps = story.load(11);
      int purchases = story.load(14);
      for (OffsetDateTime at : story.moments(signUps + purchases)) {
        records.add(story.dice.chance((double) signUps / (signUps + purchases)) ? signUp(at) : purchase(at));
      }
      story.merge(records, r -> r.getField("customer_id"));
    }
  }

  private Record signUp(OffsetDateTime at) {
    Customer c = new Customer();
    c.id = "C%06d".formatted(104_210 + 3 * customers.size());
    c.email = "%s.%s%d@example.org".formatted(story.dice.pick(FIRST_NAMES), story.dice.pick(LAST_NAMES), customers.size() % 100);
    c.country = story.dice.pick("DE", "DE", "DE", "AT", "NL", "FR", "PL");
    c.optedIn = story.dice.chance(0.4);
    customers.add(c);
    return record(c, at);
  }

  private Record purchase(OffsetDateTime at) {
    Customer c = story.dice.pick(customers);
    c.orders++;
    c.spent = c.spent.add(story.dice.money(42));
    c.segment = c.orders > 4 ? "loyal" : "active";
    return record(c, at);
  }

  private Record record(Customer c, OffsetDateTime at) {
    Record row =
        story.table.row(
            "customer_id", c.id, "email", c.email, "country", c.country, "segment", c.segment, "marketing_opt_in", c.optedIn,
            "order_count", c.orders, "lifetime_value", c.spent, "updated_at", at);
    return topic.produce(row, KeyBytes.text(c.id), at);
  }
}
