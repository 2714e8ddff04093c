package bergwatch.writer;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Chance that falls the same way in every run. */
final class Dice {
  private final Random random;

  Dice(String seed) {
    random = new Random(seed.hashCode());
  }

  /** From..to, both included. */
  int between(int from, int to) {
    return from + random.nextInt(to - from + 1);
  }

  double between(double from, double to) {
    return from + (to - from) * random.nextDouble();
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /** A whole number near the mean: up to an eighth above or below, the fraction rounded by chance. */
  int about(double mean) {
    double value = mean * between(0.875, 1.125);
    return (int) value + (chance(value - (int) value) ? 1 : 0);
  }

  @SafeVarargs
  final <T> T pick(T... from) {
    return from[random.nextInt(from.length)];
  }

  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** Money as people spend it: half of the amounts are below the median, few are many times as large. */
  BigDecimal money(double median) {
    return BigDecimal.valueOf(median * Math.exp(0.6 * random.nextGaussian())).setScale(2, RoundingMode.HALF_EVEN);
  }

  /** A random (version 4) UUID. */
  UUID uuid() {
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    long low = random.nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
    return new UUID(high, low);
  }

  /** Digits and small letters. */
  String text(int length) {
    return random.ints(length, 0, 36).collect(StringBuilder::new, (s, i) -> s.append(Character.forDigit(i, 36)), StringBuilder::append).toString();
  }
}
