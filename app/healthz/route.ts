/** The process lives and answers; whether it can work is /readyz's. */
export function GET(): Response {
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
