/** Large enough that a write is cheap, small enough to use little memory. */
const BLOCK = 65_536;

/** Bytes and little-endian numbers one after the other in blocks of up to 64 KiB, without an object for each. */
export class Blocks {
  /** How many bytes were added, also those that were taken. */
  size = 0;
  #full: Uint8Array[] = [];
  #block = Buffer.allocUnsafe(BLOCK);
  #at = 0;

  uint16(value: number): void {
    this.#at = this.#blockFor(2).writeUInt16LE(value, this.#at);
  }

  uint32(value: number): void {
    this.#at = this.#blockFor(4).writeUInt32LE(value, this.#at);
  }

  /** `value` is at most 2^53. */
  uint64(value: number): void {
    this.#at = this.#blockFor(8).writeBigUInt64LE(BigInt(value), this.#at);
  }

  /** More than fit into a block are not copied. */
  bytes(bytes: Uint8Array): void {
    if (bytes.length > BLOCK) {
      this.#end();
      this.#full.push(bytes);
      this.size += bytes.length;
    } else {
      this.#blockFor(bytes.length).set(bytes, this.#at);
      this.#at += bytes.length;
    }
  }

  /** The full blocks, which are forgotten. */
  takeFull(): readonly Uint8Array[] {
    if (this.#full.length === 0) return NONE;
    const taken = this.#full;
    this.#full = [];
    return taken;
  }

  /** All blocks, which are forgotten. */
  take(): readonly Uint8Array[] {
    this.#end();
    return this.takeFull();
  }

  #blockFor(bytes: number): Buffer {
    if (this.#at + bytes > BLOCK) this.#end();
    this.size += bytes;
    return this.#block;
  }

  #end(): void {
    if (this.#at === 0) return;
    this.#full.push(this.#block.subarray(0, this.#at));
    this.#block = Buffer.allocUnsafe(BLOCK);
    this.#at = 0;
  }
}

const NONE: readonly Uint8Array[] = [];
