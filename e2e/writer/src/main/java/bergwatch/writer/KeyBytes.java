package bergwatch.writer;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A record's key as serializers of Kafka clients write it. */
final class KeyBytes {
  private static final byte CONFLUENT_MAGIC = 0;

  private KeyBytes() {}

  static byte[] text(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  /** Avro behind a schema registry's header: a zero byte, the schema's id in four bytes, then the value's strings, each after its length. */
  static byte[] avro(int schemaId, String... strings) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(CONFLUENT_MAGIC);
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(schemaId).array());
    for (String s : strings) {
      byte[] utf8 = text(s);
      for (int zigzag = utf8.length << 1; ; zigzag >>>= 7) {
        if (zigzag < 0x80) {
          out.write(zigzag);
          break;
        }
        out.write(zigzag & 0x7f | 0x80);
      }
      out.writeBytes(utf8);
    }
    return out.toByteArray();
  }

  /** A JSON object of one number, as a Debezium connector with a JSON converter and without schemas writes a key. */
  static byte[] json(String field, long value) {
    return text("{\"%s\":%d}".formatted(field, value));
  }
}
