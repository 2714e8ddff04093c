package bergwatch.writer;

import bergwatch.writer.State.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;

/** Tables that were copied here from elsewhere: their metadata names the old place. Read with `--relocated`. */
final class RelocatedTables {
  private static final String PATHS_DIFFER = "the reader compares delete paths as text";

  private RelocatedTables() {}

  static void write(TestData out) throws IOException {
    SampleTable v2 = out.createAt("s3://lake/shop.db/orders", "relocated", 2, Orders.schema(), PartitionSpec.unpartitioned());
    deletes(v2, UnaryOperator.identity());
    out.publish(v2);
    out.ask(new Question(v2, "copied from an object store: position and equality deletes").key("order_id").kafka().relocated());
    out.ask(new Question(v2, "copied from an object store (an older snapshot)").key("order_id").kafka().relocated().at(1));

    SampleTable v3 = VectorTables.vectorTable(out.createAt("s3://lake/shop.db/orders", "relocated_vectors", 3, Orders.schema(), PartitionSpec.unpartitioned()));
    out.publish(v3);
    out.ask(new Question(v3, "copied from an object store: deletion vectors").key("order_id").kafka().relocated().orUnreadable("DuckDB does not relocate Puffin files"));

    otherSpelling(out, "delete_paths_other_scheme", "s3://lake/shop.db/orders", path -> path.replace("s3://", "s3a://"), "s3a:// where the manifests say s3://");
    otherSpelling(out, "delete_paths_authority", "/shop.db/orders", path -> "hdfs://namenode:8020" + path, "hdfs://host/… where the manifests say /…");
  }

  private static void otherSpelling(TestData out, String name, String location, UnaryOperator<String> spelled, String about) throws IOException {
    SampleTable t = out.createAt(location, name, 2, Orders.schema(), PartitionSpec.unpartitioned());
    deletes(t, spelled);
    out.readerIsWrong(t, "it compares the paths of position deletes as text");
    out.publish(t);
    out.ask(
        new Question(t, "position deletes name the data files with another scheme or host: " + about)
            .key("order_id").kafka().relocated().notComparing("dangling_delete_files").orUntrusted(PATHS_DIFFER));
  }

  private static void deletes(SampleTable t, UnaryOperator<String> spelled) throws IOException {
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 8, "NEW"));
    t.append(topic.orders(s, 0, 5, "PAID"));
    List<Row> overtaken = new ArrayList<>();
    for (int number : new int[] {0, 1, 2}) {
      overtaken.add(t.where("order_id", Orders.id(number)).get(0));
    }
    t.delta().delete(t.files.positions(overtaken, true, spelled)).commit();
    t.delta().equality(List.of(topic.order(s, 6, "ANY")), 1).commit();
    t.append(topic.orders(s, 7, 9, "PAID"));
  }
}
