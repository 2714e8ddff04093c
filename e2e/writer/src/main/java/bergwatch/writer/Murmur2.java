package bergwatch.writer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Austin Appleby's 32-bit MurmurHash2 with the seed of Kafka's Java client, which takes it modulo the partition count for a keyed record. */
final class Murmur2 {
  private static final int MIX = 0x5bd1e995;
  private static final int SEED = 0x9747b28c;

  private Murmur2() {}

  static int partition(byte[] key, int partitions) {
    return (hash(key) & 0x7fffffff) % partitions;
  }

  static int hash(byte[] key) {
    ByteBuffer in = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    int hash = SEED ^ key.length;
    while (in.remaining() >= 4) {
      int word = in.getInt() * MIX;
      word = (word ^ (word >>> 24)) * MIX;
      hash = (hash * MIX) ^ word;
    }
    if (in.hasRemaining()) {
      for (int shift = 0; in.hasRemaining(); shift += 8) {
        hash ^= (in.get() & 0xff) << shift;
      }
      hash *= MIX;
    }
    hash = (hash ^ (hash >>> 13)) * MIX;
    return hash ^ (hash >>> 15);
  }
}
