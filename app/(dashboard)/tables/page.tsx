import { redirect } from "next/navigation";
import { overviewLink } from "#lib/contracts/links.ts";

/** The overview is the list of tables. */
export default function TablesPage(): never {
  redirect(overviewLink());
}
