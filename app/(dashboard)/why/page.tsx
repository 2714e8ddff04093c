import { redirect } from "next/navigation";
import { causeDocsLink } from "#lib/contracts/links.ts";

/** Why keys have more than one row: all causes. */
export default function WhyPage(): never {
  redirect(causeDocsLink());
}
