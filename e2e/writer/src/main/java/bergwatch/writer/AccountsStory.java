package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Debezium's events, flattened. From day 11 on deletes become rows; on day 21 a snapshot of the new accounts is added beside the stream. */
final class AccountsStory {
  private static final OffsetDateTime DELETES_REWRITTEN_AT = Story.at(11, "07:30");
  private static final int SNAPSHOT_AGAIN_ON = 21;

  private static final class Account {
    long id;
    String holder;
    String product;
    String status = "active";
    BigDecimal balance;
    LocalDate openedOn;
    OffsetDateTime updatedAt;
  }

  private final Topic topic = new Topic("bank.public.accounts", 6);
  private final List<Account> accounts = new ArrayList<>();
  private final Story story;
  private long opened = 0;
  private long lsn = 5_120_448_000L;

  private AccountsStory(Story story) {
    this.story = story;
  }

  static void write(SampleSet out) throws IOException {
    Schema schema =
        new Schema(
            new Topic("bank.public.accounts", 6).after(
                required(1, "account_id", Types.LongType.get()),
                optional(2, "holder", Types.StringType.get()),
                optional(3, "product", Types.StringType.get()),
                optional(4, "status", Types.StringType.get()),
                optional(5, "balance", Types.DecimalType.of(14, 2)),
                optional(6, "opened_on", Types.DateType.get()),
                optional(7, "updated_at", Types.TimestampType.withZone()),
                optional(8, "__op", Types.StringType.get()),
                optional(9, "__source_lsn", Types.LongType.get()),
                optional(10, "__source_ts_ms", Types.LongType.get()),
                optional(11, "__deleted", Types.StringType.get())));
    SampleTable table = out.create("accounts", 2, schema, PartitionSpec.unpartitioned());
    new AccountsStory(new Story(table, Story.Rhythm.OFFICE, "21:35")).tell();
    out.publish(
        new Sample(
                "bank.accounts", table, "cdc", "Core banking", List.of("bank", "cdc"),
                "Since the connector's update on 11 September deleted accounts stay as rows with op d, and on 21 September a new snapshot was added beside the stream.")
            .key("account_id").because("snapshot_overlap").role("cdc-op", "__op").lsn("__source_lsn").role("cdc-source-time", "__source_ts_ms").role("cdc-deleted", "__deleted")
            .kafka(Topic.Columns.PLAIN).role("event-time", "updated_at").masked("holder").judgedBy("ghost_rows", 1));
  }

  private void tell() throws IOException {
    for (int day = 1; day <= Story.DAYS; day++) {
      if (Story.weekday(day) == DayOfWeek.SUNDAY) {
        story.compactAll(Story.at(day, "01:55"));
      }
      if (day == SNAPSHOT_AGAIN_ON) {
        snapshotAgain(Story.at(day, "09:40"));
      }
      story.evening(day);
      List<Record> records = new ArrayList<>();
      if (day == 1) {
        OffsetDateTime snapshot = Story.at(1, "06:00");
        story.moments(880, Story.at(-200, "00:00"), Story.at(0, "00:00")).forEach(at -> records.add(event("r", open(at), snapshot)));
      }
      story.moments(story.load(40)).forEach(at -> records.add(change(at)));
      story.merge(
          records,
          r -> r.getField("account_id"),
          r -> !isDelete(r) || !happened(r).isBefore(DELETES_REWRITTEN_AT),
          r -> !isDelete(r) || happened(r).isBefore(DELETES_REWRITTEN_AT));
    }
  }

  private static boolean isDelete(Record r) {
    return "d".equals(r.getField("__op"));
  }

  private static OffsetDateTime happened(Record r) {
    return (OffsetDateTime) r.getField("kafka_timestamp");
  }

  /** A signal asks the connector for a snapshot of the accounts opened this month, and the sink adds what it gets. */
  private void snapshotAgain(OffsetDateTime time) throws IOException {
    List<Record> records = new ArrayList<>();
    OffsetDateTime read = time.minusSeconds(150);
    for (Account a : accounts) {
      if (!a.openedOn.isBefore(Story.FIRST_DAY)) {
        records.add(event("r", a, read));
      }
    }
    story.now(time);
    story.table.append(records);
  }

  private Account open(OffsetDateTime at) {
    Account a = new Account();
    a.id = 1_000_040 + 3 * opened++;
    a.holder = "%s. %s".formatted((char) ('A' + story.dice.between(0, 25)), story.dice.pick("Weber", "Silva", "Novak", "Kaya", "Rossi", "Berg", "Dubois", "Sato", "Mensah", "Larsen"));
    a.product = story.dice.pick("giro", "giro", "savings", "business");
    a.balance = story.dice.money(850);
    a.openedOn = at.toLocalDate();
    a.updatedAt = at;
    accounts.add(a);
    return a;
  }

  private Record change(OffsetDateTime at) {
    if (story.dice.chance(0.25)) {
      return event("c", open(at), at);
    }
    Account a = story.dice.pick(accounts);
    a.updatedAt = at;
    if (story.dice.chance(0.12)) {
      accounts.remove(a);
      a.status = "closed";
      return event("d", a, at);
    }
    a.balance = a.balance.add(story.dice.money(60)).subtract(story.dice.money(55));
    return event("u", a, at);
  }

  private Record event(String op, Account a, OffsetDateTime at) {
    lsn += story.dice.between(96, 4_000);
    Record row =
        story.table.row(
            "account_id", a.id, "holder", a.holder, "product", a.product, "status", a.status, "balance", a.balance, "opened_on", a.openedOn, "updated_at", a.updatedAt,
            "__op", op, "__source_lsn", lsn, "__source_ts_ms", at.toInstant().toEpochMilli(), "__deleted", String.valueOf(op.equals("d")));
    return topic.produce(row, KeyBytes.json("account_id", a.id), at.plusNanos(240_000_000));
  }
}
