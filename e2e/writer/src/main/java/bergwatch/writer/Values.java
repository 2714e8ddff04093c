package bergwatch.writer;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** Values of a written row as a reader with another schema sees them, by field id. */
final class Values {
  private Values() {}

  /** The value of the column with this id: promoted to the reading schema's type, its initial default where the row's own schema lacks it. */
  static Object get(Record row, int id, Schema reading) {
    Types.NestedField top = row.struct().field(id);
    if (top != null && reading.asStruct().field(id) != null) {
      return promoted(reading.findType(id), row.getField(top.name()));
    }
    Map<Integer, Integer> parents = TypeUtil.indexParents(reading.asStruct());
    List<Integer> path = new ArrayList<>(List.of(id));
    for (Integer at = parents.get(id); at != null; at = parents.get(at)) {
      path.add(0, at);
    }
    Object value = row;
    for (int step : path) {
      if (value == null) {
        return null;
      }
      Record struct = (Record) value;
      Types.NestedField written = struct.struct().field(step);
      Types.NestedField read = reading.findField(step);
      value = written != null ? struct.getField(written.name()) : initialDefault(read);
    }
    return promoted(reading.findType(id), value);
  }

  private static Object initialDefault(Types.NestedField field) {
    return field.initialDefault() == null ? null : IdentityPartitionConverters.convertConstant(field.type(), field.initialDefault());
  }

  private static Object promoted(Type type, Object value) {
    if (value instanceof Integer i && type.typeId() == Type.TypeID.LONG) {
      return i.longValue();
    }
    if (value instanceof Float f && type.typeId() == Type.TypeID.DOUBLE) {
      return f.doubleValue();
    }
    return value;
  }

  /** The text that README.md agrees on for expected rows; nested values as JSON-like lists of such texts. Equal values have equal texts. */
  static String text(Type type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.typeId()) {
      case BINARY, FIXED -> hex(value);
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      case TIMESTAMP -> String.valueOf(ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), utc(value)));
      case TIMESTAMP_NANO -> String.valueOf(ChronoUnit.NANOS.between(LocalDateTime.of(1970, 1, 1, 0, 0), utc(value)));
      case STRUCT -> {
        List<String> parts = new ArrayList<>();
        List<Types.NestedField> fields = type.asStructType().fields();
        for (Types.NestedField field : fields) {
          parts.add(text(field.type(), promoted(field.type(), nested((Record) value, field))));
        }
        yield parts.toString();
      }
      default -> value.toString();
    };
  }

  private static Object nested(Record struct, Types.NestedField field) {
    Types.NestedField written = struct.struct().field(field.fieldId());
    return written != null ? struct.getField(written.name()) : initialDefault(field);
  }

  /** The text of a key's part as DuckDB casts it to VARCHAR in UTC; bytes in hex. */
  static String keyText(Type type, Object value) {
    return switch (type.typeId()) {
      case TIMESTAMP -> clock(utc(value), 6) + (value instanceof OffsetDateTime ? "+00" : "");
      case TIMESTAMP_NANO -> clock(utc(value), 9) + (value instanceof OffsetDateTime ? "+00" : "");
      default -> text(type, value);
    };
  }

  private static String clock(LocalDateTime time, int digits) {
    String fraction = "%09d".formatted(time.getNano()).substring(0, digits).replaceFirst("0+$", "");
    return time.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss")) + (fraction.isEmpty() ? "" : "." + fraction);
  }

  /** Milliseconds since 1970 of a time column: a timestamp, or a number that already is that. */
  static Long millis(Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof Number n) {
      return n.longValue();
    }
    if (value instanceof LocalDate d) {
      return d.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
    }
    return utc(value).toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static LocalDateTime utc(Object value) {
    return value instanceof OffsetDateTime o ? o.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime() : (LocalDateTime) value;
  }

  static String hex(Object bytes) {
    if (bytes instanceof byte[] array) {
      return HexFormat.of().formatHex(array);
    }
    ByteBuffer buffer = ((ByteBuffer) bytes).duplicate();
    byte[] array = new byte[buffer.remaining()];
    buffer.get(array);
    return HexFormat.of().formatHex(array);
  }
}
