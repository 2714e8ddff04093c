/** A catalog gives new credentials with each reading of each table, and what is shown of it may hold those that were just used. */
const KEPT_MAX = 1000;

/** The secrets that were used last, at most a thousand: more would be kept for ever, and each message be searched for all of them. */
export class RecentSecrets extends Set<string> {
  /** One that is used again counts as new. */
  override add(secret: string): this {
    this.delete(secret);
    super.add(secret);
    for (const oldest of this) {
      if (this.size <= KEPT_MAX) break;
      this.delete(oldest);
    }
    return this;
  }
}
