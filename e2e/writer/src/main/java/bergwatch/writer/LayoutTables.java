package bergwatch.writer;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Where sinks put a record's Kafka coordinates, and names that need care. */
final class LayoutTables {
  private LayoutTables() {}

  static void write(TestData out) throws IOException {
    nested(out);
    dollars(out);
    severalTopics(out);
    oddNames(out);
    caseOnly(out);
  }

  private static void nested(TestData out) throws IOException {
    Types.StructType coordinates =
        Types.StructType.of(
            required(10, "partition", Types.IntegerType.get()),
            required(11, "offset", Types.LongType.get()),
            optional(12, "timestamp", Types.TimestampType.withoutZone()),
            optional(13, "key", Types.BinaryType.get()));
    Schema s = new Schema(required(1, "kafka", coordinates), optional(2, "order_id", Types.StringType.get()));
    SampleTable t = out.create("kafka_nested", 2, s, PartitionSpec.unpartitioned());
    Schema inner = new Schema(t.schema().findType("kafka").asStructType().fields());
    Orders topic = new Orders();
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      int partition = i == 11 ? 3 : i % 10 % 4;
      Record kafka =
          SampleTable.row(
              inner, "partition", partition, "offset", topic.nextOffset(partition), "timestamp", topic.now.plusMinutes(i).toLocalDateTime(), "key", Orders.bytes("k" + i % 11));
      rows.add(t.row("kafka", kafka, "order_id", Orders.id(i % 10)));
    }
    t.append(rows);
    out.publish(t);
    out.ask(
        new Question(t, "Kafka's coordinates in a struct")
            .key("order_id").role("kafka-partition", "kafka.partition").role("kafka-offset", "kafka.offset").role("kafka-key", "kafka.key")
            .role("kafka-timestamp", "kafka.timestamp"));
  }

  private static void dollars(TestData out) throws IOException {
    Schema s =
        new Schema(
            optional(1, "order_id", Types.StringType.get()),
            optional(2, "$$topic", Types.StringType.get()),
            optional(3, "$$partition", Types.IntegerType.get()),
            optional(4, "$$offset", Types.LongType.get()),
            optional(5, "$$raw-key", Types.BinaryType.get()),
            optional(6, "$$timestamp", Types.TimestampType.withZone()));
    SampleTable t = out.create("kafka_dollar_names", 2, s, PartitionSpec.unpartitioned());
    t.append(coordinates(t, 12, 10, i -> "orders"));
    out.publish(t);
    out.ask(dollarQuestion(t, "Kafka's coordinates in columns named with $$ and dashes"));
    out.ask(dollarQuestion(t, "a condition on such a column").where("\"$$offset\" > 0", v -> (long) v.get("$$offset") > 0));
  }

  private static Question dollarQuestion(SampleTable t, String about) {
    return new Question(t, about)
        .key("order_id").role("kafka-topic", "$$topic").role("kafka-partition", "$$partition").role("kafka-offset", "$$offset").role("kafka-key", "$$raw-key")
        .role("kafka-timestamp", "$$timestamp");
  }

  private static List<Record> coordinates(SampleTable t, int rows, int keys, java.util.function.IntFunction<String> topicOf) {
    Orders topic = new Orders();
    List<Record> out = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      int partition = i == rows - 1 ? 3 : i % keys % 4;
      out.add(
          t.row(
              "order_id", Orders.id(i % keys), "$$topic", topicOf.apply(i), "$$partition", partition, "$$offset", topic.nextOffset(partition),
              "$$raw-key", Orders.bytes(Orders.id(i % keys)), "$$timestamp", topic.now.plusMinutes(i)));
    }
    return out;
  }

  private static void severalTopics(TestData out) throws IOException {
    Schema s =
        new Schema(
            optional(1, "order_id", Types.StringType.get()),
            optional(2, "$$topic", Types.StringType.get()),
            optional(3, "$$partition", Types.IntegerType.get()),
            optional(4, "$$offset", Types.LongType.get()),
            optional(5, "$$raw-key", Types.BinaryType.get()),
            optional(6, "$$timestamp", Types.TimestampType.withZone()));
    SampleTable t = out.create("kafka_several_topics", 2, s, PartitionSpec.unpartitioned());
    t.append(coordinates(t, 16, 6, i -> i < 9 ? "orders.eu" : "orders.us"));
    out.publish(t);
    out.ask(dollarQuestion(t, "two topics: a partition is the pair of topic and number").because("several_topics"));
    out.ask(new Question(t, "the same without a topic column: one topic").key("order_id").role("kafka-partition", "$$partition").named("/no topic"));
  }

  private static void oddNames(TestData out) throws IOException {
    Schema s =
        new Schema(
            optional(1, "order id", Types.StringType.get()),
            optional(2, "größe.x", Types.LongType.get()),
            optional(3, "select", Types.StringType.get()),
            optional(4, "it's", Types.StringType.get()),
            optional(5, "a\"b", Types.StringType.get()),
            optional(6, "注文", Types.LongType.get()),
            optional(7, "kafka-partition", Types.IntegerType.get()));
    SampleTable t = out.create("odd_names", 2, s, PartitionSpec.builderFor(s).bucket("order id", 2, "odd bucket").build());
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rows.add(
          t.row(
              "order id", i >= 8 ? "O'Brien\"; --" : "k" + i % 7, "größe.x", (long) (i % 9), "select", "s" + i % 8, "it's", "q" + i % 6, "a\"b", "b" + i % 5, "注文", (long) (i % 4),
              "kafka-partition", i % 3));
    }
    t.append(rows);
    out.publish(t);
    for (String key : List.of("order id", "\"größe.x\"", "select", "it's", "\"a\"\"b\"", "注文")) {
      out.ask(new Question(t, "a name that needs care: " + key).key(key).role("kafka-partition", "kafka-partition").named("/" + key));
    }
    out.ask(
        new Question(t, "odd names and literals in a condition")
            .key("order id", "select").where("\"order id\" = 'O''Brien\"; --' OR \"größe.x\" = 3", v -> "O'Brien\"; --".equals(v.get("order id")) || (long) v.get("\"größe.x\"") == 3));
  }

  private static void caseOnly(TestData out) throws IOException {
    Schema s = new Schema(optional(1, "Id", Types.LongType.get()), optional(2, "id", Types.LongType.get()));
    SampleTable t = out.create("names_differ_by_case", 2, s, PartitionSpec.unpartitioned());
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      rows.add(t.row("Id", (long) (i % 7), "id", (long) (i % 3)));
    }
    t.append(rows);
    out.publish(t);
    String why = "DuckDB cannot tell the two columns apart";
    out.ask(new Question(t, "columns Id and id, by Id").key("Id").named("/Id").orUnreadable(why));
    out.ask(new Question(t, "columns Id and id, by id").key("id").named("/id").orUnreadable(why));
  }
}
