import type { Piece } from "./samples.ts";
import type { View } from "./view.ts";

/** The loudness of each frequency in each column of a view. */
export interface Spectrogram {
  /** 0 to 255, row by row, from the highest frequency to the lowest. */
  readonly levels: Uint8Array<ArrayBuffer>;
  readonly columns: number;
  readonly rows: number;
  /** The highest frequency in hertz. */
  readonly top: number;
}

/** The length of a window in seconds: long enough for the harmonics of a voice, short enough for its consonants. */
const WINDOW_S = 0.032;

/** Windows that a column shows the loudest of, if there is room for as many. */
const WINDOWS = 4;

/** Decibels of a full-scale sine that are 0 and 255. */
const [FLOOR_DB, CEILING_DB] = [-90, -10];

/** The spectrogram of a view: Hann windows, the loudest of up to four in each column. */
export function spectrogramOf({ from, rate, samples }: Piece, view: View, columns: number): Spectrogram {
  const size = 2 ** Math.round(Math.log2(rate * WINDOW_S));
  const rows = size / 2;
  const transform = createTransform(size);
  const levels = new Uint8Array(columns * rows);
  const perColumn = ((view.to - view.from) * rate) / columns;
  const first = (view.from - from) * rate;
  const windows = Math.min(WINDOWS, Math.max(1, Math.floor(perColumn / size)));
  const loudest = new Float32Array(rows);
  for (let column = 0; column < columns; column += 1) {
    loudest.fill(0);
    for (let window = 0; window < windows; window += 1) {
      const middle = first + (column + (window + 0.5) / windows) * perColumn;
      const start = Math.round(middle - size / 2);
      if (middle < 0 || middle >= samples.length) continue;
      transform(samples, start, loudest);
    }
    for (let row = 0; row < rows; row += 1)
      levels[row * columns + column] = levelOf(loudest[rows - 1 - row] ?? 0, size);
  }
  return { levels, columns, rows, top: rate / 2 };
}

function levelOf(power: number, size: number): number {
  const full = (size / 4) ** 2; // of a sine of amplitude 1 in a Hann window
  const db = 10 * Math.log10(power / full + 1e-12);
  return Math.round(Math.min(Math.max((db - FLOOR_DB) / (CEILING_DB - FLOOR_DB), 0), 1) * 255);
}

/**
 * Returns a function that raises each value of `loudest` to the power of that frequency in the window that begins at `start`.
 *
 * Source: Cooley and Tukey 1965, radix 2, in place.
 */
function createTransform(size: number) {
  const [real, imaginary] = [new Float32Array(size), new Float32Array(size)];
  const hann = Float32Array.from(
    { length: size },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size),
  );
  const cosines = Float32Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size));
  const sines = Float32Array.from({ length: size / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / size));
  const reversed = reversedBits(size);

  function combine(at: number, other: number, twiddle: number): void {
    const cosine = cosines[twiddle] ?? 0;
    const sine = sines[twiddle] ?? 0;
    const re = real[other] ?? 0;
    const im = imaginary[other] ?? 0;
    const turnedRe = re * cosine - im * sine;
    const turnedIm = re * sine + im * cosine;
    const keptRe = real[at] ?? 0;
    const keptIm = imaginary[at] ?? 0;
    real[other] = keptRe - turnedRe;
    imaginary[other] = keptIm - turnedIm;
    real[at] = keptRe + turnedRe;
    imaginary[at] = keptIm + turnedIm;
  }

  function transform(): void {
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let block = 0; block < size; block += 2 * half)
        for (let at = 0; at < half; at += 1) combine(block + at, block + at + half, at * step);
    }
  }

  function fill(samples: Float32Array, start: number): void {
    for (let at = 0; at < size; at += 1)
      real[reversed[at] ?? 0] = (samples[start + at] ?? 0) * (hann[at] ?? 0);
    imaginary.fill(0);
  }

  return (samples: Float32Array, start: number, loudest: Float32Array): void => {
    fill(samples, start);
    transform();
    for (let row = 0; row < size / 2; row += 1) {
      const power = (real[row] ?? 0) ** 2 + (imaginary[row] ?? 0) ** 2;
      loudest[row] = Math.max(loudest[row] ?? 0, power);
    }
  };
}

/** For each index below `size`, a power of two, the index with its bits in reverse. */
function reversedBits(size: number): Uint32Array {
  const bits = Math.log2(size);
  return Uint32Array.from({ length: size }, (_, at) => {
    let turned = 0;
    for (let bit = 0; bit < bits; bit += 1) turned |= ((at >> bit) & 1) << (bits - 1 - bit);
    return turned;
  });
}
