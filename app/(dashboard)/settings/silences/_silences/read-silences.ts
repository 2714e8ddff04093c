import type { Db } from "#db/client.ts";
import { toSilence } from "#db/queries/silence-documents.ts";
import { listEndedSilences, listSilences, listSilenceScopes } from "#db/queries/silences.ts";
import type { Silence } from "#lib/contracts/silences.ts";

const ENDED_DAYS = 14;
const ENDED_MAX = 50;

export interface SilencesPage {
  now: Date;
  /** With the id of the table that it names. */
  holding: ShownSilence[];
  coming: ShownSilence[];
  ended: ShownSilence[];
  scopes: Awaited<ReturnType<typeof listSilenceScopes>>;
}

export type ShownSilence = Silence & { tableId: string | null };

/** All that the page of silences shows. */
export async function readSilences(db: Db, now: Date): Promise<SilencesPage> {
  const since = new Date(now.getTime() - ENDED_DAYS * 86_400_000);
  const [listed, ended, scopes] = await Promise.all([
    listSilences(db, now),
    listEndedSilences(db, { since, now, limit: ENDED_MAX }),
    listSilenceScopes(db),
  ]);
  const show = (silence: (typeof listed)[number]): ShownSilence => ({ ...toSilence(silence), tableId: silence.tableId });
  return {
    now,
    holding: listed.filter(({ from }) => from <= now).map(show),
    coming: listed.filter(({ from }) => from > now).map(show),
    ended: ended.map(show),
    scopes,
  };
}
