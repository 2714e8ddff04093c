"use client";

import { useRouter } from "next/navigation";
import { sourcesLink } from "#lib/contracts/links.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import type { SourceKind } from "#lib/contracts/entry-kinds.ts";
import { CatalogForm } from "./catalog-form.client.tsx";
import { RegistryForm } from "./registry-form.client.tsx";
import { StoreForm } from "./store-form.client.tsx";

interface SourceFormProps {
  kind: SourceKind;
  entry: EntryView | null;
  product: string | null;
}

/** The form of a source; once it is saved the address leads back to the list, where it waits for a worker. */
export function SourceForm({ kind, entry, product }: SourceFormProps) {
  const router = useRouter();
  const back = () => {
    router.push(sourcesLink());
    router.refresh();
  };
  if (kind === "store") return <StoreForm key={entry?.name ?? ""} entry={entry} onSaved={back} />;
  if (kind === "schema_registry") return <RegistryForm key={entry?.name ?? ""} entry={entry} onSaved={back} />;
  return <CatalogForm key={`${entry?.name ?? ""} ${product ?? ""}`} entry={entry} product={product} onSaved={back} />;
}
