/** Since when a limit has been crossed, as every page and message says it: `since X`, or `since X or earlier`. */
export interface SinceMark {
  /** The commit of the first snapshot known to be over the limit; ISO 8601, UTC. */
  at: string;
  /** The snapshot before it is unread or unknown, so it may have begun before. */
  orEarlier: boolean;
}

interface Dated {
  committedAt: string;
  lastGoodAt: string | null;
  unreadBetween: boolean;
  isFirst: boolean;
}

/** null: the stored facts do not tell. Pure. */
export function markSince(since: Dated | null): SinceMark | null {
  if (since === null) return null;
  const { committedAt, lastGoodAt, unreadBetween, isFirst } = since;
  return { at: committedAt, orEarlier: !isFirst && (lastGoodAt === null || unreadBetween) };
}
