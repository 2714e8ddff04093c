package bergwatch.writer;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/**
 * Files whose manifests and manifest lists lack what the library's headers hold beside what the specification asks for: the file's schema a second time and its
 * documentation, half of a small manifest. Sync markers are fixed on the way. The library takes a stream's stored length for the file's, so sizes stay right.
 */
final class LeanFiles extends LocalFiles {
  private static final String REPEATED_SCHEMA = "iceberg.schema";
  private static final String SCHEMA = "avro.schema";
  private static final int MAGIC_LENGTH = 4;

  LeanFiles(String named, String local) {
    super(named, local);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    OutputFile out = super.newOutputFile(location);
    if (!location.endsWith(".avro")) {
      return out;
    }
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        return new LeanStream(out.create(), location);
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        return new LeanStream(out.createOrOverwrite(), location);
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

  private static final class LeanStream extends PositionOutputStream {
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private final PositionOutputStream out;
    private final String location;
    private long stored = -1;

    LeanStream(PositionOutputStream out, String location) {
      this.out = out;
      this.location = location;
    }

    @Override
    public void write(int b) {
      buffer.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      buffer.write(bytes, offset, length);
    }

    @Override
    public long getPos() {
      return buffer.size();
    }

    @Override
    public long storedLength() {
      return stored < 0 ? buffer.size() : stored;
    }

    @Override
    public void close() throws IOException {
      if (stored < 0) {
        byte[] bytes = FixedOperations.withSync(lean(buffer.toByteArray()), location.substring(location.lastIndexOf('/') + 1));
        stored = bytes.length;
        try (out) {
          out.write(bytes);
        }
      }
    }
  }

  private static byte[] lean(byte[] file) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(file);
    byte[] magic = in.readNBytes(MAGIC_LENGTH);
    BinaryDecoder decoder = DecoderFactory.get().directBinaryDecoder(in, null);
    Map<String, ByteBuffer> header = new LinkedHashMap<>();
    for (long left = decoder.readMapStart(); left != 0; left = decoder.mapNext()) {
      for (; left > 0; left--) {
        header.put(decoder.readString(), decoder.readBytes(null));
      }
    }
    header.remove(REPEATED_SCHEMA);
    String schema = StandardCharsets.UTF_8.decode(header.get(SCHEMA)).toString();
    header.put(SCHEMA, StandardCharsets.UTF_8.encode(schema.replaceAll(",\"doc\":\"[^\"]*\"", "")));
    ByteArrayOutputStream lean = new ByteArrayOutputStream();
    lean.write(magic);
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(lean, null);
    encoder.writeMapStart();
    encoder.setItemCount(header.size());
    for (Map.Entry<String, ByteBuffer> entry : header.entrySet()) {
      encoder.startItem();
      encoder.writeString(entry.getKey());
      encoder.writeBytes(entry.getValue());
    }
    encoder.writeMapEnd();
    encoder.flush();
    lean.write(in.readAllBytes());
    return lean.toByteArray();
  }
}
