import { headers } from "next/headers";
import { ADDRESS_HEADER } from "#app/_http/security-headers.ts";
import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { overviewLink } from "#lib/contracts/links.ts";
import { findTable } from "../find-table.ts";
import { findFormerLink, findKey, isUnknown } from "./[keyHash]/find-key.ts";
import { FormerLinkFace } from "./_components/former-link-face.tsx";
import { UnknownKey } from "./_components/unknown-key.tsx";
import { chooseKey } from "./read-keys.ts";
import { readKeysParams } from "./search-params.ts";

/** An address that cannot be a key's, or of which no key is kept; then it can still be looked up. */
export default async function NotFound() {
  return (
    (await lookUpInstead()) ?? (
      <NotFoundFace
        title="Key not found"
        says="The link is truncated, or not the address of a key."
        link={{ href: overviewLink(), name: "All tables" }}
      />
    )
  );
}

/** Next tells this page no more than the address. */
async function lookUpInstead() {
  const address = new URL((await headers()).get(ADDRESS_HEADER) ?? "/", "http://localhost");
  const [, tableId, keyHash] = /^\/tables\/([^/]+)\/keys\/([\da-fkx]{64})$/.exec(address.pathname) ?? [];
  if (tableId === undefined || keyHash === undefined) return null;
  const found = await findTable(Promise.resolve({ tableId }));
  if (!found.ok) return null;
  const key = chooseKey(found.value, readKeysParams(Object.fromEntries(address.searchParams)).key) ?? found.value.keys[0];
  const former = await findFormerLink(found.value, keyHash);
  if (former.ok && former.value !== null && key !== undefined) return <FormerLinkFace table={found.value} keyRow={key} />;
  const read = await findKey(found.value, keyHash);
  if (!read.ok || key === undefined || !isUnknown(read.value)) return null;
  return <UnknownKey table={found.value} keyRow={key} data={read.value} />;
}
