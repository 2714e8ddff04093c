import { readReadiness } from "#app/_http/readiness.ts";
import { Readiness } from "#lib/contracts/readiness.ts";

/** Whether the service can do its work, part by part. */
export async function GET(): Promise<Response> {
  const readiness = Readiness.parse(await readReadiness());
  return Response.json(readiness, { status: readiness.ready ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
