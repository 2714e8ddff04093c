import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { KeyRequestRow } from "#db/queries/key-requests.ts";
import { env, EXPORTS_FOLDER } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import type { ExportFormat } from "#lib/names.ts";
import { exportName } from "./export-name.ts";

const TYPES: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  arrow: "application/vnd.apache.arrow.stream",
};
const STORED_NAME = /^[\da-f-]{36}\.(?:csv|arrow)$/;

/**
 * The file of an export as a download. Throws AppError usage while there is none, unknown_request when this machine does not see it: a
 * worker elsewhere wrote it, or somebody removed it.
 */
export async function sendExport(request: KeyRequestRow, tableName: string): Promise<Response> {
  const { state, fileName, format, snapshotId, workerId } = request;
  if (state !== "succeeded" || fileName === null || format === null) {
    throw new AppError("usage", `This request has no file: it is ${state}.`);
  }
  const folder = join(env().dataDir, EXPORTS_FOLDER);
  const file = STORED_NAME.test(fileName) ? await open(join(folder, fileName)).catch(() => null) : null;
  if (file === null) {
    throw new AppError(
      "unknown_request",
      `The file is not in ${folder} of this web server; the worker ${workerId} wrote it on its machine. Let both use one folder for exports, or export again.`,
    );
  }
  const { size } = await file.stat();
  return new Response(Readable.toWeb(file.createReadStream()) as ReadableStream, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Length": String(size),
      "Content-Disposition": `attachment; filename="${exportName(tableName, snapshotId, format)}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
