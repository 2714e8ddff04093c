import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { ReaderLimits } from "#lib/iceberg/contract.ts";
import { openDatabase } from "#lib/iceberg/duckdb/database.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { readFacts } from "#lib/iceberg/duckdb/read-facts.ts";
import { describeReaderError } from "#lib/iceberg/reader-errors.ts";
import { wrongIn } from "#lib/testing/random-history/compare-facts.ts";
import { expectedFacts } from "#lib/testing/random-history/expected-facts.ts";
import type { History } from "#lib/testing/random-history/history.ts";
import { inquiriesOf } from "#lib/testing/random-history/inquiry.ts";
import type { Inquiry } from "#lib/testing/random-history/inquiry.ts";
import { playHistory } from "#lib/testing/random-history/play-history.ts";
import type { Play } from "#lib/testing/random-history/play.ts";

/** How one inquiry was answered: with a level of trust, or with the code of an error. */
export interface Answer {
  readBy: "own" | "scan";
  level: string;
  /** Of a doubt; empty for an exact answer. */
  reasons: string[];
  wrong: string[];
}

const LIMITS: ReaderLimits = { memoryBytesMax: 1024 ** 3, spillBytesMax: 1024 ** 3, durationMsMax: 60_000, threads: 2 };

/** Errors that an honest reader gives for a table that it cannot read; anything else is a fault of ours. */
const HONEST_CODES = new Set(["table_unreadable", "table_unsupported", "unknown_column"]);
/** What DuckDB's own reader does where it fails inside: the reading ends without a number. Ours never may. */
const SCAN_FAILS_INSIDE = "reader_crashed";

/** Plays histories and asks Bergwatch's reader about them, all in this process and in a temporary folder that `close` removes. */
export class HistoryRunner {
  private readonly directory = mkdtempSync(join(tmpdir(), "bergwatch-histories-"));
  private readonly extensionDirectory: string;
  private writer: DuckDBConnection | null = null;
  private reader: Database | null = null;
  private played = 0;

  constructor(extensionDirectory: string) {
    this.extensionDirectory = extensionDirectory;
  }

  /** One answer per way and inquiry; `wrong` holds what is wrong in it. */
  async run(history: History, ways: readonly ("own" | "scan")[] = ["own"]): Promise<Answer[]> {
    this.writer ??= await (await DuckDBInstance.create(":memory:", { threads: "2" })).connect();
    // DuckDB caches files by name, so no two histories share a folder.
    const table = join(this.directory, String(this.played++));
    mkdirSync(table);
    const play = await playHistory(this.writer, table, history);
    const answers: Answer[] = [];
    for (const readBy of ways)
      for (const inquiry of inquiriesOf(play)) answers.push(await this.ask(play, { ...inquiry, request: { ...inquiry.request, readBy } }));
    rmSync(table, { recursive: true });
    return answers;
  }

  close(): void {
    this.reader?.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async ask(play: Play, inquiry: Inquiry): Promise<Answer> {
    const { extensionDirectory, directory } = this;
    this.reader ??= await openDatabase({ extensionDirectory, spillDirectory: join(directory, "spill"), limits: LIMITS });
    const readBy = inquiry.request.readBy === "scan" ? "scan" : "own";
    const asked = `${readBy}: ${JSON.stringify(inquiry.request.snapshot)} where ${inquiry.request.where ?? "nothing"}`;
    try {
      const facts = await readFacts(this.reader, inquiry.request, () => {});
      const wrong = wrongIn(facts, expectedFacts(play, inquiry), play, inquiry);
      const { level, reasons } = facts.trust;
      return { readBy, level, reasons: level === "exact" ? [] : reasons, wrong: wrong.map((fault) => `${asked}: ${fault}`) };
    } catch (error) {
      const { code, message } = describeReaderError(error, LIMITS);
      // After an internal error the database object answers nothing more.
      this.reader.close();
      this.reader = null;
      const isHonest = HONEST_CODES.has(code) || (readBy === "scan" && code === SCAN_FAILS_INSIDE);
      return { readBy, level: code, reasons: [message], wrong: isHonest ? [] : [`${asked}: ${code}: ${message}`] };
    }
  }
}
