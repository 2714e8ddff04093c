import { readReview, readReviewZone } from "#db/queries/reviews.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { ReviewDocument } from "#lib/contracts/review.ts";
import { AppError } from "#lib/errors.ts";
import { weekOf } from "#lib/review/iso-week.ts";
import { writeCsv, writeMarkdown } from "#lib/review/minutes.ts";
import { sayNoReview } from "#lib/review/review-moment.ts";

interface ShowReviewInput {
  /** null: the week that runs. */
  week: string | null;
  format: "json" | "markdown" | "csv";
  now: Date;
}

/** A week's review: one JSON document, or the minutes. Throws AppError usage for a week that cannot be reviewed. */
export async function showReview({ database: { db } }: Service, { week, format, now }: ShowReviewInput): Promise<CommandResult> {
  const zone = (await readReviewZone(db)).name;
  const read = await readReview(db, { week: week?.toUpperCase() ?? weekOf(now, zone), now });
  if ("kind" in read) throw new AppError("usage", sayNoReview(week ?? "", read));
  if (format === "json") return { output: printed(ReviewDocument.parse(read)), exitCode: 0 };
  return { output: format === "csv" ? writeCsv(read) : writeMarkdown(read, { now, publicUrl: null }), exitCode: 0 };
}
