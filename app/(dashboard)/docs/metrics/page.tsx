import { redirect } from "next/navigation";
import { docsLink } from "#lib/contracts/links.ts";

/** The docs begin with all metrics. */
export default function MetricsPage(): never {
  redirect(docsLink());
}
