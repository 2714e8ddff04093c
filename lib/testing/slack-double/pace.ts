/** One message a second in each conversation, as Slack promises to take; `burst` at once. */
export class Pace {
  private readonly burst: number;
  private readonly taken = new Map<string, number[]>();

  constructor(burst: number) {
    this.burst = burst;
  }

  /** Seconds to wait; 0: it is taken. */
  take(conversation: string): number {
    const now = performance.now();
    const recent = (this.taken.get(conversation) ?? []).filter((at) => now - at < 1000 * this.burst);
    if (recent.length >= this.burst) return 1;
    this.taken.set(conversation, [...recent, now]);
    return 0;
  }
}
