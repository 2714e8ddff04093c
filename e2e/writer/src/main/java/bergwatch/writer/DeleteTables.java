package bergwatch.writer;

import bergwatch.writer.State.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;

/** Position deletes, copy-on-write and compaction, format v2. */
final class DeleteTables {
  private DeleteTables() {}

  static void write(TestData out) throws IOException {
    positionDeletes(out);
    positionDeletesInPartitions(out);
    dangling(out);
    compacted(out);
    copyOnWrite(out);
    rowGroups(out);
    upgraded(out);
    mergedManifests(out);
  }

  private static void positionDeletes(TestData out) throws IOException {
    SampleTable t = out.create("position_deletes", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 12, "NEW"));
    t.append(topic.orders(s, 0, 7, "PAID"));
    List<Row> overtaken = new ArrayList<>();
    for (int number : new int[] {0, 1, 2}) {
      overtaken.add(t.where("order_id", Orders.id(number)).get(0));
    }
    t.delta().positions(overtaken, true).commit();
    t.append(topic.orders(s, 12, 18, "NEW"));
    List<Row> cancelled = t.where("order_id", Orders.id(5));
    cancelled.addAll(t.where("order_id", Orders.id(15)));
    t.delta().positions(cancelled, false).commit();
    t.delta().rows(List.of(topic.order(s, 15, "AGAIN", topic.wrongPartition(15)))).positions(t.where("order_id", Orders.id(16)), true).commit();
    out.publish(t);
    String about = "position deletes: one file per data file, and one over two data files";
    out.ask(new Question(t, about).key("order_id").kafka());
    AppendTables.older(out, t, about, 6, Question::kafka);
    out.ask(new Question(t, about + ", with a condition").key("order_id").kafka().where("status IN ('NEW', 'AGAIN')", v -> Set.of("NEW", "AGAIN").contains(v.get("status"))));
  }

  private static void positionDeletesInPartitions(TestData out) throws IOException {
    Schema s = Orders.schema();
    SampleTable t = out.create("position_deletes_partitioned", 2, s, PartitionSpec.builderFor(s).identity("customer").build());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 15, "NEW"));
    t.append(topic.orders(t.schema(), 5, 12, "PAID"));
    List<Row> gone = new ArrayList<>();
    for (int number : new int[] {5, 9, 14}) {
      gone.add(t.where("order_id", Orders.id(number)).get(0));
    }
    t.delta().positions(gone, false).commit();
    out.publish(t);
    out.ask(new Question(t, "position deletes in partitions, one of them the NULL partition").key("order_id").kafka());
  }

  private static void dangling(TestData out) throws IOException {
    SampleTable t = out.create("dangling_deletes", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 4, "NEW"));
    t.append(topic.orders(s, 4, 10, "NEW"));
    String second = t.where("order_id", Orders.id(4)).get(0).data().path();
    List<Row> gone = t.where("order_id", Orders.id(5));
    gone.addAll(t.where("order_id", Orders.id(6)));
    t.delta().positions(gone, false).commit();
    t.delta().equality(List.of(topic.order(s, 7, "NEW")), 1).commit();
    t.append(topic.orders(s, 8, 10, "PAID"));
    t.compact(d -> d.path().equals(second), false, null);
    out.publish(t);
    String about = "a compaction left the delete files behind: the position deletes name a file that is gone, the equality delete still reaches an older file";
    out.ask(new Question(t, about).key("order_id").kafka());
    out.ask(new Question(t, about + " (before the compaction)").key("order_id").kafka().at(4));
  }

  private static void compacted(TestData out) throws IOException {
    SampleTable t = out.create("compacted", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 8, "NEW"));
    t.upsert(topic.orders(s, 0, 3, "PAID"), 1);
    t.compact(d -> true, true, null);
    t.append(topic.orders(s, 6, 9, "PAID"));
    t.upsert(topic.orders(s, 6, 7, "SHIPPED"), 1);
    // keeps the older number, so that the equality delete above still stands over the new file
    t.compact(d -> d.sequence() == 4, false, 4L);
    out.publish(t);
    String about = "compactions: one that drops the delete files, one whose new file keeps the old sequence number";
    String before = "sequence number before the compaction";
    out.ask(
        new Question(t, about)
            .key("order_id").kafka().because("unknown")
            .leaving("delete_in_same_commit", 1, before).leaving("delete_in_other_partition", 1, before).leaving("appended_without_delete", 1, before));
    out.ask(new Question(t, about + " (after the first)").key("order_id").kafka().at(2));
  }

  private static void copyOnWrite(TestData out) throws IOException {
    SampleTable t = out.create("copy_on_write", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 8, "NEW"));
    t.append(topic.orders(t.schema(), 4, 12, "PAID"));
    t.copyOnWrite(
        r -> Orders.id(2).equals(r.values().getField("order_id")),
        r -> {
          Record changed = ((GenericRecord) r).copy();
          changed.setField("status", "CANCELLED");
          return changed;
        });
    t.copyOnWrite(r -> Orders.id(5).equals(r.values().getField("order_id")) && "NEW".equals(r.values().getField("status")), r -> null);
    out.publish(t);
    String about = "copy on write: an update and a delete rewrote whole files";
    out.ask(new Question(t, about).key("order_id").kafka());
    AppendTables.older(out, t, about, 3, Question::kafka);
  }

  /** Manifests that a v1 writer left know no sequence numbers: their files have 0. */
  private static void upgraded(TestData out) throws IOException {
    SampleTable t = out.create("upgraded_v1_to_v2", 1, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 6, "NEW"));
    t.append(topic.orders(t.schema(), 4, 8, "PAID"));
    t.table.updateProperties().set("format-version", "2").commit();
    t.upsert(topic.orders(t.schema(), 2, 5, "SHIPPED"), 1);
    t.delta().positions(t.where("order_id", Orders.id(7)), true).commit();
    out.publish(t);
    String about = "begun as v1, upserts and position deletes after the upgrade to v2";
    out.ask(new Question(t, about).key("order_id").kafka());
    out.ask(new Question(t, about + " (as v1)").key("order_id").kafka().at(1));
  }

  private static void mergedManifests(TestData out) throws IOException {
    SampleTable t =
        out.create("merged_manifests", 2, Orders.keyedSchema(), PartitionSpec.unpartitioned(), "commit.manifest.min-count-to-merge", "2");
    Orders topic = new Orders();
    for (int checkpoint = 0; checkpoint < 4; checkpoint++) {
      List<Record> rows = topic.orders(t.schema(), checkpoint, checkpoint + 4, "C" + checkpoint);
      rows.add(topic.order(t.schema(), checkpoint, "AGAIN"));
      t.upsert(rows, 1);
    }
    t.copyOnWrite(r -> Orders.id(5).equals(r.values().getField("order_id")), r -> null);
    t.append(topic.orders(t.schema(), 6, 8, "BACKFILL"));
    out.publish(t);
    out.ask(new Question(t, "every commit merged its manifests with the older ones: entries that carry on, and entries of removed files").key("order_id").kafka());
  }

  /** Rows from..to in several row groups of one file; deletes hit the first, a middle and the last row. */
  private static void rowGroups(TestData out) throws IOException {
    SampleTable t = out.create("position_deletes_row_groups", 2, Orders.schema(), PartitionSpec.unpartitioned(), manyRowGroups());
    Orders topic = new Orders();
    List<Record> rows = topic.orders(t.schema(), 0, 40, "NEW");
    rows.addAll(topic.orders(t.schema(), 0, 5, "PAID"));
    t.append(rows);
    t.delta().positions(t.find(r -> Set.of(0L, 3L, 21L, 44L).contains(r.position())), true).commit();
    out.publish(t);
    out.ask(new Question(t, "position deletes in a file of several row groups").key("order_id").kafka());
  }

  static String[] manyRowGroups() {
    return new String[] {
      "write.parquet.row-group-size-bytes", "1", "write.parquet.row-group-check-min-record-count", "10", "write.parquet.row-group-check-max-record-count", "10"
    };
  }
}
