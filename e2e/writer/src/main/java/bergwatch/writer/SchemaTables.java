package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Types;

/** Tables whose columns changed: columns are their field ids, not their names. */
final class SchemaTables {
  private SchemaTables() {}

  static void write(TestData out) throws IOException {
    renamedKey(out);
    upsertsOverSchemaChange(out);
    widened(out);
    widenedDeletes(out);
    droppedAndAddedAgain(out);
    addedWithDefault(out);
    addedStruct(out);
  }

  private static void renamedKey(TestData out) throws IOException {
    SampleTable t = out.create("renamed_key", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 8, "NEW"));
    t.table.updateSchema().renameColumn("order_id", "order_key").moveFirst("kafka_offset").deleteColumn("amount").commit();
    t.append(topic.orders(t.schema(), 5, 10, "PAID"));
    out.publish(t);
    String about = "the key was renamed (same field id), a column moved, one dropped";
    out.ask(new Question(t, about).key("order_key").kafka());
    out.ask(new Question(t, about + ": the older snapshot by the key's name of today").key("order_key").kafka().at(0));
    out.refused("renamed_key!old name", "the name that the key had before", 2, "--location", TestData.NAMED + "/renamed_key", "--key", "order_id");
  }

  private static void upsertsOverSchemaChange(TestData out) throws IOException {
    SampleTable t = out.create("upserts_schema_change", 2, Orders.keyedSchema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema first = t.schema();
    t.upsert(topic.orders(first, 0, 10, "NEW"), 1);
    t.table.updateSchema().addColumn("region", Types.StringType.get()).commit();
    List<Record> withRegion = topic.orders(t.schema(), 2, 6, "PAID");
    withRegion.forEach(r -> r.setField("region", "eu"));
    t.upsert(withRegion, 1);
    t.upsert(topic.orders(first, 5, 8, "OLD WRITER"), first, t.table.spec(), 1);
    t.table.updateSchema().renameColumn("order_id", "order_key").commit();
    t.upsert(topic.orders(t.schema(), 0, 2, "RENAMED"), 1);
    t.upsert(topic.orders(first, 8, 9, "OLD WRITER"), first, t.table.spec(), 1);
    t.append(topic.orders(t.schema(), 9, 10, "BACKFILL"));
    out.publish(t);
    String about = "upserts before and after a column was added and the key renamed, by writers old and new; one duplicate";
    out.ask(new Question(t, about).key("order_key").kafka());
    out.ask(new Question(t, about + ", by a column that old files lack").key("order_key").kafka().where("region IS NULL", v -> v.get("region") == null));
  }

  private static Schema narrow() {
    return new Schema(
        optional(1, "order_no", Types.IntegerType.get()),
        optional(2, "amount", Types.DecimalType.of(8, 2)),
        optional(3, "score", Types.FloatType.get()),
        optional(4, "kafka_partition", Types.IntegerType.get()),
        optional(5, "kafka_offset", Types.IntegerType.get()));
  }

  private static void widen(SampleTable t) {
    t.table.updateSchema()
        .updateColumn("order_no", Types.LongType.get())
        .updateColumn("amount", Types.DecimalType.of(14, 2))
        .updateColumn("score", Types.DoubleType.get())
        .updateColumn("kafka_offset", Types.LongType.get())
        .commit();
  }

  private static Record narrowRow(SampleTable t, int i) {
    return t.row("order_no", i, "amount", BigDecimal.valueOf(250L + 25L * i, 2), "score", i / 4f, "kafka_partition", i % 3, "kafka_offset", i);
  }

  private static Record wideRow(SampleTable t, long i) {
    return t.row("order_no", i, "amount", BigDecimal.valueOf(250L + 25L * i, 2), "score", i / 4d, "kafka_partition", (int) (i % 2), "kafka_offset", 5_000_000_000L + i);
  }

  private static void widened(TestData out) throws IOException {
    SampleTable t = out.create("widened_types", 2, narrow(), PartitionSpec.unpartitioned());
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      rows.add(narrowRow(t, i));
    }
    t.append(rows);
    widen(t);
    rows.clear();
    for (long i = 4; i < 9; i++) {
      rows.add(wideRow(t, i));
    }
    rows.add(t.row("order_no", 3_000_000_000L, "amount", new BigDecimal("123456789012.34"), "score", 1e300, "kafka_partition", 1, "kafka_offset", 9_000_000_000L));
    t.append(rows);
    out.publish(t);
    for (String key : List.of("order_no", "amount", "score")) {
      out.ask(
          new Question(t, "int became long, decimal(8,2) decimal(14,2), float double; by " + key)
              .key(key).role("kafka-partition", "kafka_partition").role("kafka-offset", "kafka_offset").named("/" + key));
    }
    out.ask(
        new Question(t, "a condition beyond the narrow type")
            .key("order_no").where("amount > 3.70 AND order_no < 3000000000", v -> ((BigDecimal) v.get("amount")).doubleValue() > 3.70 && (long) v.get("order_no") < 3_000_000_000L));
  }

  private static void widenedDeletes(TestData out) throws IOException {
    SampleTable t = out.create("widened_key_deletes", 2, narrow(), PartitionSpec.unpartitioned());
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      rows.add(narrowRow(t, i));
    }
    t.append(rows);
    t.delta().equality(List.of(narrowRow(t, 1)), 1).commit();
    widen(t);
    t.append(wideRow(t, 1), wideRow(t, 2), wideRow(t, 3));
    t.delta().equality(List.of(wideRow(t, 2)), 1).commit();
    t.delta().rows(List.of(wideRow(t, 2), wideRow(t, 4))).equality(List.of(wideRow(t, 4)), 1).commit();
    out.publish(t);
    out.ask(
        new Question(t, "equality deletes on the key as int and as long, over files with either")
            .key("order_no").role("kafka-partition", "kafka_partition").orUntrusted("DuckDB's reader is unproven here").orUnreadable("DuckDB's reader is unproven here"));
  }

  private static void droppedAndAddedAgain(TestData out) throws IOException {
    SampleTable t = out.create("column_added_again", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 5, "NEW"));
    t.table.updateSchema().deleteColumn("order_id").deleteColumn("status").commit();
    t.table.updateSchema().addColumn("order_id", Types.StringType.get()).addColumn("status", Types.StringType.get()).commit();
    t.append(topic.orders(t.schema(), 0, 5, "PAID"));
    t.append(topic.orders(t.schema(), 4, 6, "PAID"));
    out.publish(t);
    String about = "key and status were dropped and added again under new ids: to today's columns the old rows are NULL";
    out.ask(new Question(t, about).key("order_id").kafka());
    out.ask(new Question(t, about + "; a condition on the new column").key("order_id").kafka().where("status IS NULL OR status = 'NEW'", v -> v.get("status") == null));
  }

  private static void addedWithDefault(TestData out) throws IOException {
    SampleTable t = out.create("column_defaults", 3, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 6, "NEW"));
    t.table.updateSchema().addColumn("tenant", Types.StringType.get(), "whose order", Literal.of("acme")).addColumn("lines", Types.IntegerType.get(), null, Literal.of(1)).commit();
    List<Record> rows = topic.orders(t.schema(), 0, 6, "PAID");
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i).setField("tenant", i % 2 == 0 ? "acme" : i == 5 ? null : "globex");
      rows.get(i).setField("lines", i);
    }
    t.append(rows);
    out.publish(t);
    String about = "columns added with an initial default: rows of older files have it";
    out.ask(new Question(t, about + ", as part of the key").key("tenant", "order_id").kafka());
    out.ask(new Question(t, about + ", as a condition").key("order_id").kafka().where("tenant = 'acme' AND lines = 1", v -> "acme".equals(v.get("tenant")) && Integer.valueOf(1).equals(v.get("lines"))));
    out.ask(new Question(t, about + ", as no part of the question").key("order_id").kafka().named("/order_id"));
  }

  private static void addedStruct(TestData out) throws IOException {
    SampleTable t = out.create("struct_added", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 4, "NEW"));
    t.table.updateSchema().addColumn("ref", Types.StructType.of(optional(100, "tenant", Types.StringType.get()))).commit();
    t.append(withRef(t, topic, "acme", null));
    t.table.updateSchema().addColumn("ref", "number", Types.LongType.get()).renameColumn("ref.tenant", "owner").commit();
    t.append(withRef(t, topic, "acme", 7L));
    out.publish(t);
    out.ask(new Question(t, "a struct added later, a field added inside it and one renamed: older rows have NULL there").key("ref.owner").kafka());
    out.ask(new Question(t, "a field that only the newest files have").key("ref.owner", "ref.number").kafka().named("/number"));
    out.ask(new Question(t, "a nested condition").key("order_id").kafka().where("ref.number > 6", v -> v.get("ref.number") != null && (long) v.get("ref.number") > 6));
  }

  private static List<Record> withRef(SampleTable t, Orders topic, String owner, Long number) {
    Schema inner = new Schema(t.schema().findType("ref").asStructType().fields());
    List<Record> rows = topic.orders(t.schema(), 0, 3, "PAID");
    for (int i = 0; i < 2; i++) {
      Record ref = number == null ? SampleTable.row(inner, "tenant", owner) : SampleTable.row(inner, "owner", owner, "number", number);
      rows.get(i).setField("ref", ref);
    }
    return rows;
  }
}
