package bergwatch.writer;

import java.io.IOException;
import java.nio.file.Path;

/** Writes all test tables and the truth about them again. Fails when Iceberg's own reader disagrees with the writer's memory. */
public final class WriteTables {
  private WriteTables() {}

  public static void main(String[] args) throws IOException {
    TestData.empty(Path.of(TestData.TABLES));
    TestData out = new TestData();
    AppendTables.write(out);
    DeleteTables.write(out);
    EqualityTables.write(out);
    VectorTables.write(out);
    SchemaTables.write(out);
    KeyTables.write(out);
    LayoutTables.write(out);
    ChangeTables.write(out);
    FileTables.write(out);
    RelocatedTables.write(out);
    BrokenTables.write(out);
    out.writeTruth();
  }
}
