package bergwatch.writer;

import bergwatch.writer.State.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/** Deletion vectors, format v3. */
final class VectorTables {
  private VectorTables() {}

  static void write(TestData out) throws IOException {
    vectors(out);
    upserts(out);
    overPositionDeletes(out);
    rowGroups(out);
  }

  static SampleTable vectorTable(SampleTable t) throws IOException {
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 12, "NEW"));
    t.append(topic.orders(s, 0, 8, "PAID"));
    t.append(topic.orders(s, 12, 16, "NEW"));
    List<Row> gone = new ArrayList<>();
    for (int number : new int[] {0, 1, 13}) {
      gone.add(t.where("order_id", Orders.id(number)).get(0));
    }
    t.delta().vectors(gone).commit();
    t.delta().vectors(t.where("order_id", Orders.id(10))).commit();
    t.append(topic.order(s, 10, "AGAIN", topic.wrongPartition(10)), topic.order(s, 11, "AGAIN", topic.wrongPartition(11)));
    return t;
  }

  private static void vectors(TestData out) throws IOException {
    SampleTable t = vectorTable(out.create("vectors", 3, Orders.schema(), PartitionSpec.unpartitioned()));
    out.publish(t);
    String about = "deletion vectors: two in one Puffin file, one of them replaced by a later one";
    out.ask(new Question(t, about).key("order_id").kafka());
    AppendTables.older(out, t, about, 6, Question::kafka);
  }

  private static void upserts(TestData out) throws IOException {
    SampleTable t = out.create("upserts_v3", 3, Orders.keyedSchema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.upsert(topic.orders(s, 0, 9, "NEW"), 1);
    for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
      List<Record> rows = topic.orders(s, checkpoint, checkpoint + 3, "C" + checkpoint);
      rows.add(topic.order(s, checkpoint, "AGAIN"));
      t.upsert(rows, 1);
    }
    t.delta().vectors(t.where("order_id", Orders.id(8))).commit();
    t.append(topic.orders(s, 0, 2, "BACKFILL"));
    out.publish(t);
    out.ask(new Question(t, "v3 upserts: equality deletes across checkpoints, vectors within one; two duplicates from an append").key("order_id").kafka());
  }

  private static void overPositionDeletes(TestData out) throws IOException {
    SampleTable t = out.create("vectors_over_position_deletes", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 8, "NEW"));
    t.append(topic.orders(s, 0, 8, "PAID"));
    t.delta().positions(new ArrayList<>(List.of(t.where("order_id", Orders.id(1)).get(0))), true).commit();
    t.delta().positions(t.where("order_id", Orders.id(2)), false).commit();
    t.table.updateProperties().set("format-version", "3").commit();
    t.delta().vectors(List.of(t.where("order_id", Orders.id(3)).get(0))).commit();
    t.append(topic.orders(s, 8, 10, "NEW"));
    out.publish(t);
    out.ask(
        new Question(t, "position deletes written as v2, then v3: the first file's vector takes their place, the second file keeps its position deletes")
            .key("order_id").kafka());
    out.ask(new Question(t, "position deletes before the first vector").key("order_id").kafka().at(3));
  }

  private static void rowGroups(TestData out) throws IOException {
    SampleTable t = out.create("vectors_row_groups", 3, Orders.schema(), PartitionSpec.unpartitioned(), DeleteTables.manyRowGroups());
    Orders topic = new Orders();
    List<Record> rows = topic.orders(t.schema(), 0, 40, "NEW");
    rows.addAll(topic.orders(t.schema(), 0, 5, "PAID"));
    t.append(rows);
    t.delta().vectors(t.find(r -> Set.of(0L, 3L, 21L, 22L, 44L).contains(r.position()))).commit();
    out.publish(t);
    out.ask(new Question(t, "a deletion vector over a file of several row groups").key("order_id").kafka());
  }
}
