import { shell } from "#e2e/helpers/shell.ts";
import { ENTRIES_ADDRESS, EntryList, type EntryView, REMOVE_ENTRY_ADDRESS, type RemoveEntryBody } from "#lib/contracts/settings-entries.ts";

/** Tables go before the catalogs and registries that they need. */
const ORDER: readonly EntryView["kind"][] = ["table", "store", "catalog", "schema_registry", "channel"];

/** Removes all that was entered in the service that the tests were given, so that it disturbs no other journey. */
export async function forgetEntries(): Promise<void> {
  const { BERGWATCH_TEST_URL: url = "" } = shell();
  const { entries } = EntryList.parse(await (await fetch(`${url}${ENTRIES_ADDRESS}`)).json());
  for (const kind of ORDER) {
    for (const { name, origin, kind: own } of entries) {
      if (own !== kind || origin.from !== "settings") continue;
      const body: RemoveEntryBody = { kind, name, version: origin.version };
      const answer = await fetch(`${url}${REMOVE_ENTRY_ADDRESS}`, { method: "POST", body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`the ${kind} ${name} stays: ${await answer.text()}`);
    }
  }
}
