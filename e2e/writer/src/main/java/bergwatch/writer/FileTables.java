package bergwatch.writer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;

/** File formats, codecs, names of metadata files, branches, expiry, files registered twice. */
final class FileTables {
  private FileTables() {}

  static void write(TestData out) throws IOException {
    codecs(out);
    dataFormat(out, "data_avro", FileFormat.AVRO, "DuckDB cannot read Avro data files of an Iceberg table");
    orc(out);
    metadataNames(out);
    wrongHint(out);
    branches(out);
    registeredTwice(out);
    registeredTwiceWithDeletes(out);
    oddPath(out);
    expired(out);
  }

  private static void codecs(TestData out) throws IOException {
    for (String codec : List.of("snappy", "uncompressed", "zstd", "gzip")) {
      SampleTable t =
          out.create(
              "codec_" + codec, 2, Orders.schema(), PartitionSpec.unpartitioned(),
              "write.parquet.compression-codec", codec, "write.delete.parquet.compression-codec", codec, "write.avro.compression-codec", codec,
              "write.metadata.compression-codec", codec.equals("gzip") ? "gzip" : "none");
      Orders topic = new Orders();
      t.append(topic.orders(t.schema(), 0, 10, "NEW"));
      t.append(topic.orders(t.schema(), 7, 12, "PAID"));
      t.delta().positions(new ArrayList<>(List.of(t.where("order_id", Orders.id(7)).get(0))), true).commit();
      t.delta().equality(List.of(topic.order(t.schema(), 2, "ANY")), 1).commit();
      out.publish(t);
      out.ask(new Question(t, "data, deletes and manifests compressed: " + codec + (codec.equals("gzip") ? ", and the metadata file as well" : "")).key("order_id").kafka());
    }
  }

  private static SampleTable dataFormat(TestData out, String name, FileFormat format, String why) throws IOException {
    SampleTable t = out.create(name, 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 5, "NEW"));
    t.files.format = format;
    t.append(topic.orders(t.schema(), 3, 8, "PAID"));
    out.publish(t);
    if (format == FileFormat.AVRO) {
      out.ask(new Question(t, "one Parquet and one Avro data file").key("order_id").kafka().orUnreadable(why));
      out.ask(new Question(t, "only the Parquet file (an older snapshot)").key("order_id").kafka().at(0));
    }
    return t;
  }

  private static void orc(TestData out) throws IOException {
    dataFormat(out, "data_orc", FileFormat.ORC, "");
    out.refused("data_orc", "one Parquet and one ORC data file: unreadable, and said", 3, "--location", TestData.NAMED + "/data_orc", "--key", "order_id");
  }

  private static void metadataNames(TestData out) throws IOException {
    SampleTable t = out.create("metadata_by_catalog", 2, Orders.schema(), PartitionSpec.unpartitioned());
    t.append(new Orders().orders(t.schema(), 0, 6, "NEW"));
    t.append(new Orders().orders(t.schema(), 4, 9, "PAID"));
    String metadata = out.publish(t, false);
    out.ask(new Question(t, "metadata named as catalogs name it, no version hint: by its metadata file").key("order_id").kafka().location(metadata).named("/file"));
    out.ask(new Question(t, "the same by its folder: the newest metadata file is taken, and named in the reasons").key("order_id").kafka().saying(metadata));
  }

  private static void wrongHint(TestData out) throws IOException {
    SampleTable t = out.create("hint_names_no_file", 2, Orders.schema(), PartitionSpec.unpartitioned());
    t.append(new Orders().orders(t.schema(), 0, 6, "NEW"));
    out.publish(t);
    Files.writeString(Path.of(TestData.TABLES, t.name, "metadata/version-hint.text"), "9");
    out.refused(t.name, "the version hint names a file that is not there", 3, "--location", TestData.NAMED + "/" + t.name, "--key", "order_id");
  }

  private static void branches(TestData out) throws IOException {
    SampleTable t = out.create("branches", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    Schema s = t.schema();
    t.append(topic.orders(s, 0, 8, "NEW"));
    t.table.manageSnapshots().createTag("end of day", t.table.currentSnapshot().snapshotId()).commit();
    t.switchTo("audit");
    t.append(topic.orders(s, 0, 4, "AUDIT"));
    t.delta().positions(t.where("order_id", Orders.id(7)), true).commit();
    t.switchTo("main");
    t.append(topic.orders(s, 8, 12, "NEW"));
    t.append(topic.orders(s, 11, 12, "PAID"));
    t.switchTo("audit");
    t.append(topic.orders(s, 5, 6, "LATEST OF ALL"));
    out.publish(t);
    out.ask(new Question(t, "main has one duplicate; the newest snapshot is another branch's").key("order_id").kafka());
    out.ask(new Question(t, "the branch audit has its own duplicates and a position delete").key("order_id").kafka().branch("audit"));
  }

  private static void registeredTwice(TestData out) throws IOException {
    SampleTable t = out.create("file_registered_twice", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 6, "NEW"));
    t.append(topic.orders(t.schema(), 6, 10, "NEW"));
    t.register(t.where("order_id", Orders.id(6)).stream().map(State.Row::data).toList());
    out.publish(t);
    String about = "a retried commit registered the same data file a second time";
    out.ask(new Question(t, about).key("order_id").kafka().because("file_registered_twice"));
    out.ask(new Question(t, about + " (before)").key("order_id").kafka().at(1));
  }

  private static void registeredTwiceWithDeletes(TestData out) throws IOException {
    SampleTable t = out.create("file_registered_twice_deletes", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 6, "NEW"));
    List<State.Data> file = List.of(t.where("order_id", Orders.id(0)).get(0).data());
    t.delta().positions(t.where("order_id", Orders.id(0)), true).commit();
    t.delta().equality(List.of(topic.order(t.schema(), 1, "ANY")), 1).commit();
    t.register(file);
    t.delta().positions(t.where("order_id", Orders.id(2)).subList(0, 1), true).commit();
    out.publish(t);
    out.ask(
        new Question(t, "a file registered twice with deletes before, which reach the older entry alone, and after, which reach both")
            .key("order_id").kafka().orUntrusted("the reader tells entries of one file apart by its path only"));
  }

  /** Characters that file globs and URIs take for something else. */
  private static void oddPath(TestData out) throws IOException {
    SampleTable t = out.create("odd path [1] #%20é", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 6, "NEW"));
    t.append(topic.orders(t.schema(), 4, 8, "PAID"));
    t.delta().positions(t.where("order_id", Orders.id(7)), true).commit();
    out.publish(t);
    out.ask(new Question(t, "a folder whose name holds a space, brackets, a hash, a percent sign and an accent").key("order_id").kafka());
  }

  private static void expired(TestData out) throws IOException {
    SampleTable t = out.create("expired_snapshots", 2, Orders.schema(), PartitionSpec.unpartitioned());
    Orders topic = new Orders();
    t.append(topic.orders(t.schema(), 0, 8, "NEW"));
    t.delta().positions(t.where("order_id", Orders.id(3)), true).commit();
    t.compact(d -> true, true, null);
    t.append(topic.orders(t.schema(), 6, 9, "PAID"));
    String gone = t.versions.get(0).snapshotId().toString();
    t.expireOlder();
    out.publish(t);
    out.ask(new Question(t, "all snapshots but the newest expired, their files deleted").key("order_id").kafka().because("upsert_off"));
    out.refused("expired_snapshots!gone", "an expired snapshot", 2, "--location", TestData.NAMED + "/expired_snapshots", "--key", "order_id", "--snapshot", gone);
  }
}
