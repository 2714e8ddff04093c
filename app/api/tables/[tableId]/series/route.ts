import { handleGet } from "#app/_http/handle.ts";
import { getTableSeries } from "#db/queries/series-payload.ts";
import { SeriesQuery } from "#lib/contracts/series.ts";
import { encodeArrow, encodeCsv } from "./encode-series.ts";

const ARROW = "application/vnd.apache.arrow.stream";

/** The numbers of a table's charts as Arrow, or as a file. */
export const GET = handleGet(SeriesQuery, null, async (db, query) => {
  const series = await getTableSeries(db, query, new Date());
  const isCsv = query.download === "csv";
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": isCsv ? "text/csv; charset=utf-8" : ARROW,
    ...(query.download && { "Content-Disposition": `attachment; filename="series.${query.download}"` }),
  };
  return new Response(isCsv ? encodeCsv(series) : encodeArrow(series), { headers });
});
