/** What one bucket needs while it is grouped; groups count from 1. */
export class Scratch {
  first: Uint32Array;
  n: Uint32Array;
  nulls: Uint32Array;
  bytes: Uint32Array;
  next: Uint32Array;
  pairs: Uint32Array;
  parts: Uint32Array;
  links = new Uint32Array(2048);
  #links = 0;
  #table = new Uint32Array(16);

  constructor(records: number) {
    const make = () => new Uint32Array(records + 1);
    [this.first, this.n, this.nulls, this.bytes, this.next, this.pairs, this.parts] = [
      make(),
      make(),
      make(),
      make(),
      make(),
      make(),
      make(),
    ];
  }

  tableFor(records: number): { table: Uint32Array; mask: number } {
    const size = 2 ** Math.max(4, Math.ceil(Math.log2(records * 1.5 + 1)));
    if (this.#table.length < size) this.#table = new Uint32Array(size);
    const table = this.#table.subarray(0, size);
    table.fill(0);
    this.#links = 0;
    return { table, mask: size - 1 };
  }

  addLink(next: number, record: number): number {
    const link = ++this.#links;
    if (2 * link + 1 >= this.links.length) {
      const larger = new Uint32Array(this.links.length * 2);
      larger.set(this.links);
      this.links = larger;
    }
    this.links[2 * link] = next;
    this.links[2 * link + 1] = record;
    return link;
  }
}
