package bergwatch.writer;

import bergwatch.writer.State.Row;
import java.io.IOException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.iceberg.data.Record;

/** Thirty days in the life of one table, a commit each evening: which moment it is, how much is going on, and how its sink writes. */
final class Story {
  /** A Tuesday. */
  static final LocalDate FIRST_DAY = LocalDate.of(2026, 9, 1);
  static final int DAYS = 30;

  /** How much goes on, from Monday to Sunday, and in each hour of a day (UTC). */
  enum Rhythm {
    SHOP(new double[] {1.05, 0.9, 0.9, 0.95, 1.05, 1.2, 1.25}, "100001234555665556789963"),
    OFFICE(new double[] {1.1, 1.15, 1.1, 1.05, 0.95, 0.2, 0.1}, "000001378998689874211000");

    private final double[] byWeekday;
    private final String byHour;

    Rhythm(double[] byWeekday, String byHour) {
      this.byWeekday = byWeekday;
      this.byHour = byHour;
    }
  }

  final SampleTable table;
  final Dice dice;
  private final Rhythm rhythm;
  private final LocalTime commitsAt;
  private OffsetDateTime previous;
  private OffsetDateTime latest;
  private int day = 0;

  Story(SampleTable table, Rhythm rhythm, String commitsAt) {
    this.table = table;
    this.dice = new Dice(table.name);
    this.rhythm = rhythm;
    this.commitsAt = LocalTime.parse(commitsAt);
    this.previous = at(1, "00:00");
  }

  static OffsetDateTime at(int day, String time) {
    return OffsetDateTime.of(FIRST_DAY.plusDays(day - 1L), LocalTime.parse(time), ZoneOffset.UTC);
  }

  static DayOfWeek weekday(int day) {
    return FIRST_DAY.plusDays(day - 1L).getDayOfWeek();
  }

  /** Commits carry this time from now on. */
  void now(OffsetDateTime time) {
    table.operations.setTime(time.toInstant());
  }

  /** The evening of a day: what happened since the evening before is about to be committed. */
  void evening(int number) {
    previous = number == 1 ? at(1, "00:00") : latest;
    day = number;
    OffsetDateTime commit = at(number, commitsAt.toString()).plusSeconds(dice.between(0, 240));
    latest = commit.minusSeconds(dice.between(95, 420));
    now(commit);
  }

  /** The end of what the evening's commit holds. */
  OffsetDateTime latest() {
    return latest;
  }

  /** What this day has where a usual day has `usual`: more or less by weekday and chance, and 0.6 % more each day. */
  int load(double usual) {
    return dice.about(usual * rhythm.byWeekday[weekday(day).getValue() - 1] * (1 + 0.006 * day));
  }

  /** So many moments since the evening before, in order; more of them in busy hours. */
  List<OffsetDateTime> moments(int count) {
    return moments(count, previous, latest);
  }

  List<OffsetDateTime> moments(int count, OffsetDateTime from, OffsetDateTime to) {
    List<OffsetDateTime> moments = new ArrayList<>();
    while (moments.size() < count) {
      OffsetDateTime moment = moment(from, to);
      if (dice.chance((rhythm.byHour.charAt(moment.getHour()) - '0') / 9.0)) {
        moments.add(moment);
      }
    }
    moments.sort(Comparator.naturalOrder());
    return moments;
  }

  /** Any moment between the two, to the millisecond. */
  OffsetDateTime moment(OffsetDateTime from, OffsetDateTime to) {
    long span = Duration.between(from, to).toMillis();
    return from.plus((long) (span * dice.between(0.0, 1.0)), ChronoUnit.MILLIS).truncatedTo(ChronoUnit.MILLIS);
  }

  /** The last record of each identity, as a sink's buffer keeps it. */
  private static List<Record> lastOfEach(List<Record> rows, Function<Record, ?> identity) {
    Map<Object, Record> last = new LinkedHashMap<>();
    for (Record r : rows) {
      last.remove(identity.apply(r));
      last.put(identity.apply(r), r);
    }
    return new ArrayList<>(last.values());
  }

  /** A sink with an index of what it wrote last for an identity: that row is deleted by position, by vector from v3 on, as the new one comes. */
  void merge(List<Record> rows, Function<Record, ?> identity) throws IOException {
    merge(rows, identity, r -> true, r -> true);
  }

  /** Not every record has to be `written`, nor `deletes` the row before it. */
  void merge(List<Record> rows, Function<Record, ?> identity, Predicate<Record> written, Predicate<Record> deletes) throws IOException {
    List<Record> last = lastOfEach(rows, identity);
    Map<Object, Row> known = new HashMap<>();
    table.find(r -> true).forEach(r -> known.put(identity.apply(r.values()), r));
    List<Row> overtaken = new ArrayList<>();
    last.stream().filter(deletes).map(r -> known.get(identity.apply(r))).filter(Objects::nonNull).forEach(overtaken::add);
    SampleTable.Delta delta = table.delta().rows(last.stream().filter(written).toList());
    if (!overtaken.isEmpty() && table.operations.current().formatVersion() >= 3) {
      delta.vectors(overtaken);
    } else if (!overtaken.isEmpty()) {
      delta.positions(overtaken, false);
    }
    delta.commit();
  }

  /** Compaction of the files, if there are any, of which at least this share of rows is deleted by vectors; the vectors go with them. */
  void compactDeleted(OffsetDateTime time, double shareMin) throws IOException {
    now(time);
    State state = table.head("main").state();
    Map<String, Long> deleted = new HashMap<>();
    state.deletes().forEach(x -> x.positions().forEach((path, rows) -> deleted.put(path, (long) rows.size())));
    Predicate<State.Data> worthIt = d -> deleted.getOrDefault(d.path(), 0L) >= shareMin * d.rows().size();
    Set<String> paths = state.data().stream().filter(worthIt).map(State.Data::path).collect(Collectors.toSet());
    if (paths.isEmpty()) {
      return;
    }
    table.compact(worthIt, x -> paths.containsAll(x.positions().keySet()), table.table.currentSnapshot().sequenceNumber());
  }

  /** Compaction of all data with all deletes, under the sequence number of the snapshot it started from, as Spark's procedure does it. */
  void compactAll(OffsetDateTime time) throws IOException {
    now(time);
    table.compact(d -> true, true, table.table.currentSnapshot().sequenceNumber());
  }
}
