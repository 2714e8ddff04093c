import type { Metadata } from "next/types.js";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** Any other address: not found, within the frame that all pages have. */
export default function NoPage(): never {
  notFound();
}
