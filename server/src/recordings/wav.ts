import type { Sound } from "./sound.ts";

/** How the samples of a WAV are stored. */
interface Layout {
  readonly sample_rate: number;
  readonly channels: number;
  readonly bytes: number;
  readonly read: (view: DataView, at: number) => number;
}

const READERS: Readonly<Record<string, Layout["read"]>> = {
  "pcm 8": (view, at) => (view.getUint8(at) - 128) / 128,
  "pcm 16": (view, at) => view.getInt16(at, true) / 32_768,
  "pcm 24": (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
  "pcm 32": (view, at) => view.getInt32(at, true) / 2_147_483_648,
  "float 32": (view, at) => view.getFloat32(at, true),
  "float 64": (view, at) => view.getFloat64(at, true),
};

const MAX_CHANNELS = 32;
/** The `fmt ` chunk has 16 to 40 bytes. */
const MAX_FORMAT = 1_024;
/** A file that was written as a stream states no length: its sound goes to the end. */
const UNSTATED: ReadonlySet<number> = new Set([0, 0xffff_ffff]);

/** Samples of a channel that are decoded at once. */
const SAMPLES_AT_ONCE = 8_192;

/**
 * The sound of a WAV, RF64 included: integers of 8 to 32 bits and floats. Other encodings have none.
 *
 * Source: Multimedia Programming Interface 1.0 (RIFF WAVE); EBU Tech 3306 (RF64).
 */
export async function* decodeWav(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Sound> {
  const reader = createReader(bytes);
  await reader.skip(12); // RIFF, the size, WAVE
  let layout: Layout | undefined;
  for (;;) {
    const head = await reader.take(8);
    if (head.length < 8) return;
    const [id, size] = [head.toString("latin1", 0, 4), head.readUInt32LE(4)];
    if (id === "data") {
      if (layout !== undefined) yield* readSamples(reader, layout, size);
      return;
    }
    const format = id === "fmt " ? await reader.take(Math.min(size, MAX_FORMAT)) : undefined;
    if (format !== undefined) layout = layoutOf(format);
    await reader.skip(size - (format?.length ?? 0) + (size % 2));
  }
}

async function* readSamples(reader: Reader, layout: Layout, size: number): AsyncGenerator<Sound> {
  const frame = layout.bytes * layout.channels;
  let left = UNSTATED.has(size) ? Number.POSITIVE_INFINITY : size;
  while (left > 0) {
    const bytes = await reader.take(Math.min(left, frame * SAMPLES_AT_ONCE));
    const count = Math.floor(bytes.length / frame);
    if (count === 0) return;
    yield samplesOf(bytes, layout, count);
    left -= bytes.length;
  }
}

interface Reader {
  /** The next bytes; fewer at the end. */
  readonly take: (count: number) => Promise<Buffer>;
  readonly skip: (count: number) => Promise<void>;
}

function createReader(bytes: AsyncIterable<Uint8Array>): Reader {
  const source = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function next(): Promise<boolean> {
    const { value, done } = await source.next();
    if (!done) rest = Buffer.from(value.buffer, value.byteOffset, value.length);
    return !done;
  }
  return {
    async take(count) {
      const taken: Buffer[] = [];
      for (let left = count; left > 0; ) {
        if (rest.length === 0 && !(await next())) break;
        const some = rest.subarray(0, left);
        taken.push(some);
        left -= some.length;
        rest = rest.subarray(some.length);
      }
      return Buffer.concat(taken);
    },
    async skip(count) {
      for (let left = count; left > 0; ) {
        if (rest.length === 0 && !(await next())) return;
        const some = Math.min(left, rest.length);
        left -= some;
        rest = rest.subarray(some);
      }
    },
  };
}

function layoutOf(format: Buffer): Layout | undefined {
  if (format.length < 16) return undefined;
  const stated = format.readUInt16LE(0);
  const kind = stated === 0xfffe && format.length >= 26 ? format.readUInt16LE(24) : stated;
  const [channels, sample_rate, bits] = [
    format.readUInt16LE(2),
    format.readUInt32LE(4),
    format.readUInt16LE(14),
  ];
  const read = READERS[`${kind === 1 ? "pcm" : kind === 3 ? "float" : kind} ${bits}`];
  if (read === undefined || channels === 0 || channels > MAX_CHANNELS || sample_rate === 0) return undefined;
  return { sample_rate, channels, bytes: bits / 8, read };
}

function samplesOf(
  bytes: Buffer,
  { sample_rate, channels, bytes: size, read }: Layout,
  count: number,
): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const decoded = Array.from({ length: channels }, () => new Float32Array(count));
  for (const [channel, samples] of decoded.entries())
    for (let at = 0; at < count; at += 1) samples[at] = read(view, (at * channels + channel) * size);
  return { sample_rate, channels: decoded };
}
