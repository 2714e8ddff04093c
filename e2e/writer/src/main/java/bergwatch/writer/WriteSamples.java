package bergwatch.writer;

import java.io.IOException;

/** Writes the sample tables, their index and their truth again. Fails when Iceberg's own reader disagrees with the writer's memory. */
public final class WriteSamples {
  private WriteSamples() {}

  public static void main(String[] args) throws IOException {
    SampleSet out = new SampleSet();
    CustomersStory.write(out);
    OrdersStory.write(out);
    PaymentsStory.write(out);
    InvoicesStory.write(out);
    StockLevelsStory.write(out);
    PricesStory.write(out);
    AccountsStory.write(out);
    PageViewsStory.write(out);
    LedgerStory.write(out);
    ShipmentsStory.write(out);
    out.writeIndex();
  }
}
