/** A piece of decoded sound. */
export interface Sound {
  /** Samples per second. */
  readonly sample_rate: number;
  /** Values from -1 to 1, as many in each channel. */
  readonly channels: readonly Float32Array[];
}
