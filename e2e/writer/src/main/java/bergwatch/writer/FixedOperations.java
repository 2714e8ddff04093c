package bergwatch.writer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * A table's metadata kept in memory and written once, with snapshot ids, times, names and the table's UUID that follow from the table's name alone: writing
 * the tables again changes no byte of them.
 */
final class FixedOperations implements TableOperations {
  /** The first commit; each later one is an hour after the one before. */
  static final Instant FIRST_COMMIT = Instant.parse("2025-03-03T06:00:00Z");

  private static final Pattern A_UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final LocalFiles io;
  private final List<String> operations = new ArrayList<>();
  private TableMetadata current;
  private Instant time;
  private int commits = 0;
  private int snapshotIds = 0;

  FixedOperations(String name, LocalFiles io, TableMetadata first) {
    this.name = name;
    this.io = io;
    this.current = fixed(null, first);
  }

  /** The time that the next commit will carry. */
  Instant now() {
    return time != null ? time : FIRST_COMMIT.plus(Duration.ofHours(commits));
  }

  /** Commits carry this time from now on; it must not lie in the future of the machine's clock, or the library refuses them. */
  void setTime(Instant now) {
    time = now;
  }

  @Override
  public TableMetadata current() {
    return current;
  }

  @Override
  public TableMetadata refresh() {
    return current;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata next) {
    if (base != current) {
      throw new CommitFailedException("%s: not based on the current metadata", name);
    }
    current = fixed(base, next);
    commits++;
  }

  /** Writes the metadata file, named as a Hadoop catalog names it (with a version hint) or as other catalogs do. */
  String write(boolean hadoopNames) throws IOException {
    String suffix = TableMetadataParser.getFileExtension(current.property("write.metadata.compression-codec", "none"));
    String file = hadoopNames ? "v" + (commits + 1) + suffix : "%05d-%s%s".formatted(commits, uuid(name + " metadata"), suffix);
    String location = current.location() + "/metadata/" + file;
    TableMetadataParser.write(current, io.newOutputFile(location));
    if (hadoopNames) {
      Files.writeString(io.file(current.location() + "/metadata/version-hint.text").toPath(), String.valueOf(commits + 1));
    }
    return location;
  }

  /** Avro files end with a marker drawn by lot that stands after every block: another of the same length takes its place. */
  static void fixAvro(Path file) throws IOException {
    Files.write(file, withSync(Files.readAllBytes(file), file.getFileName().toString()));
  }

  static byte[] withSync(byte[] bytes, String fileName) {
    byte[] drawn = java.util.Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length);
    byte[] ours = java.util.Arrays.copyOf(digest("sync " + fileName), 16);
    for (int i = 0; i + 16 <= bytes.length; i++) {
      if (java.util.Arrays.equals(bytes, i, i + 16, drawn, 0, 16)) {
        System.arraycopy(ours, 0, bytes, i, 16);
      }
    }
    return bytes;
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  public LocationProvider locationProvider() {
    return LocationProviders.locationsFor(current.location(), current.properties());
  }

  @Override
  public String metadataFileLocation(String fileName) {
    Matcher drawn = A_UUID.matcher(fileName);
    String ours = fileName;
    if (drawn.find()) {
      if (!operations.contains(drawn.group())) {
        operations.add(drawn.group());
      }
      ours = fileName.replace(drawn.group(), "commit-" + (operations.indexOf(drawn.group()) + 1));
    }
    return current.location() + "/metadata/" + ours;
  }

  /** Above 2^53 more often than not: an id that passes through a double is another id. */
  @Override
  public long newSnapshotId() {
    return ByteBuffer.wrap(digest(name + " snapshot " + snapshotIds++)).getLong() & Long.MAX_VALUE;
  }

  /** The library stamps the wall clock on what a commit brings; what was there before keeps its time. */
  private TableMetadata fixed(TableMetadata base, TableMetadata next) {
    try {
      JsonNode before = base == null ? JSON.createObjectNode() : JSON.readTree(TableMetadataParser.toJson(base));
      ObjectNode json = (ObjectNode) JSON.readTree(TableMetadataParser.toJson(next));
      if (json.hasNonNull("table-uuid")) {
        json.put("table-uuid", uuid(name).toString());
      }
      json.put("last-updated-ms", now().toEpochMilli());
      for (String list : List.of("snapshots", "snapshot-log")) {
        Set<JsonNode> known = new HashSet<>();
        before.path(list).forEach(known::add);
        json.path(list).forEach(entry -> {
          if (!known.contains(entry)) {
            ((ObjectNode) entry).put("timestamp-ms", now().toEpochMilli());
          }
        });
      }
      return TableMetadataParser.fromJson(json.toString());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static UUID uuid(String seed) {
    return UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] digest(String seed) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(seed.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
