package bergwatch.writer;

import java.io.File;
import org.apache.iceberg.Files;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * Files on this disk under a location of the table's own choosing: what the metadata calls {@code s3://lake/orders/…} lies in a local folder. A location
 * outside the named one (none: the empty text) is a path of this disk, relative ones counting from the working directory.
 */
class LocalFiles implements FileIO {
  private final String named;
  private final String local;

  LocalFiles(String named, String local) {
    this.named = named;
    this.local = local;
  }

  File file(String location) {
    if (!named.isEmpty() && location.startsWith(named + "/")) {
      return new File(local + location.substring(named.length()));
    }
    return new File(location.replaceFirst("^file:(//)?", ""));
  }

  @Override
  public InputFile newInputFile(String location) {
    InputFile in = Files.localInput(file(location));
    return new InputFile() {
      @Override
      public long getLength() {
        return in.getLength();
      }

      @Override
      public SeekableInputStream newStream() {
        return in.newStream();
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public boolean exists() {
        return in.exists();
      }
    };
  }

  @Override
  public OutputFile newOutputFile(String location) {
    OutputFile out = Files.localOutput(file(location));
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        return out.create();
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        return out.createOrOverwrite();
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public InputFile toInputFile() {
        return newInputFile(location);
      }
    };
  }

  @Override
  public void deleteFile(String location) {
    if (!file(location).delete()) {
      throw new IllegalStateException("cannot delete " + location);
    }
  }
}
