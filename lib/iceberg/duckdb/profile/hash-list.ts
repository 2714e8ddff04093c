/** Growing list of 64-bit hashes, given as two words each. */
export class HashList {
  #words = new Uint32Array(2048);
  #used = 0;

  add(low: number, high: number): void {
    if (this.#used === this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#used++] = low;
    this.#words[this.#used++] = high;
  }

  all(): BigUint64Array {
    return new BigUint64Array(this.#words.buffer, 0, this.#used / 2);
  }
}
