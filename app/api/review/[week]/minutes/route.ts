import { handleGet } from "#app/_http/handle.ts";
import { readReview } from "#db/queries/reviews.ts";
import { MinutesQuery } from "#lib/contracts/review.ts";
import { AppError } from "#lib/errors.ts";
import { writeCsv, writeMarkdown } from "#lib/review/minutes.ts";

const TYPES = { markdown: ["text/markdown", "md"], csv: ["text/csv", "csv"] } as const;

/** The minutes of a week as a file. */
export const GET = handleGet(MinutesQuery, null, async (db, { week, format }, request) => {
  const now = new Date();
  const read = await readReview(db, { week, now });
  if ("kind" in read) throw new AppError("usage", `${week} has no review, so it has no minutes.`);
  const [type, ending] = TYPES[format];
  const text = format === "csv" ? writeCsv(read) : writeMarkdown(read, { now, publicUrl: new URL(request.url).origin });
  return new Response(text, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="review-${week}.${ending}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
