import { redirect } from "next/navigation";
import { sourcesLink } from "#lib/contracts/links.ts";

/** All catalogs stand with their settings. */
export default function CatalogsPage(): never {
  redirect(sourcesLink());
}
