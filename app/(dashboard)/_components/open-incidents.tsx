import { readForPage } from "#app/_http/read-for-page.ts";
import { withinTime } from "#app/_http/within-time.ts";
import { countOpenIncidents } from "#db/queries/open-incident-counts.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./open-incidents.module.css";

/** Every page waits for it before it is whole, also those that need no store. */
const COUNT_MS_MAX = 2000;

/**
 * The number of open incidents in the top bar; nothing if there are none or they cannot be read. Incidents of sample
 * tables count only until the first own table; the incidents page says how many it leaves out.
 */
export async function OpenIncidents() {
  const read = await readForPage(async (db) => await withinTime(countOpenIncidents(db), COUNT_MS_MAX));
  if (!read.ok || read.value.counted === 0) return null;
  return (
    <span className={classes["count"]}>
      {formatCount(read.value.counted)}
      <span className="visually-hidden"> open</span>
    </span>
  );
}
