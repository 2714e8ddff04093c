import { findTable } from "./find-table.ts";

export default async function TablePage({
  params,
  searchParams,
}: {
  params: Promise<{ tableId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const found = await findTable(params, searchParams);
  return <h1>{found.ok ? found.value.name : found.message}</h1>;
}
