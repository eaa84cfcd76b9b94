import type { CodecFrame, OggPage } from "codec-parser";
import type { Sound } from "./sound.ts";

/** More channels would let a few bytes take gigabytes. */
const MAX_CHANNELS = 8;

/** What the decoders of MP3, FLAC and Vorbis return. */
interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
  readonly errors: readonly unknown[];
}

interface Decoder {
  readonly decode: (bytes: Uint8Array) => Decoded | Promise<Decoded>;
  readonly flush?: () => Promise<Decoded>;
  readonly free: () => void;
}

/** The sound of an MP3. */
export async function* decodeMp3(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Sound> {
  const { MPEGDecoder } = await import("mpg123-decoder");
  const decoder = new MPEGDecoder();
  await decoder.ready;
  yield* decodeBy(decoder, bytes);
}

/** The sound of a FLAC. */
export async function* decodeFlac(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Sound> {
  const { FLACDecoder } = await import("@wasm-audio-decoders/flac");
  const decoder = new FLACDecoder();
  await decoder.ready;
  yield* decodeBy(decoder, bytes);
}

async function* decodeBy(decoder: Decoder, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Sound> {
  try {
    for await (const piece of bytes) {
      const decoded = await decoder.decode(piece);
      yield* soundOf(decoded);
      if (decoded.errors.length > 0) return;
    }
    if (decoder.flush !== undefined) yield* soundOf(await decoder.flush());
  } finally {
    decoder.free();
  }
}

function* soundOf({ channelData, samplesDecoded, sampleRate }: Decoded): Generator<Sound> {
  if (samplesDecoded > 0) yield { sample_rate: sampleRate, channels: channelData };
}

/** The sound of an Ogg with Opus or Vorbis. */
export async function* decodeOgg(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Sound> {
  const source = bytes[Symbol.asyncIterator]();
  const { value: first, done } = await source.next();
  if (done) return;
  const all = (async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => source };
  })();
  // The first page holds the head of the first packet alone, from byte 28 on (RFC 7845, Vorbis I).
  const head = Buffer.from(first.subarray(28, 48));
  if (head.toString("latin1", 0, 8) === "OpusHead" && (head[9] ?? 0) <= MAX_CHANNELS) yield* decodeOpus(all);
  else if (head.toString("latin1", 0, 7) === "\x01vorbis" && (head[11] ?? 0) <= MAX_CHANNELS) {
    const { OggVorbisDecoder } = await import("@wasm-audio-decoders/ogg-vorbis");
    const decoder = new OggVorbisDecoder();
    await decoder.ready;
    yield* decodeBy(decoder, all);
  }
}

async function* decodeOpus(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Sound> {
  const [{ default: CodecParser }, { OpusDecoder }] = await Promise.all([
    import("codec-parser"),
    import("opus-decoder"),
  ]);
  const parser = new CodecParser<OggPage>("audio/ogg", { enableFrameCRC32: false });
  let decoder: InstanceType<typeof OpusDecoder> | undefined;
  try {
    for await (const frames of framesOf(parser, bytes)) {
      if (decoder === undefined) {
        decoder = new OpusDecoder(layoutOf(frames[0]));
        await decoder.ready;
      }
      const decoded = decoder.decodeFrames(frames.map(({ data }) => data));
      yield* soundOf(decoded);
      if (decoded.errors.length > 0) return;
    }
  } finally {
    decoder?.free();
  }
}

interface Parser {
  readonly parseChunk: (bytes: Uint8Array) => Iterator<OggPage>;
  readonly flush: () => Iterator<OggPage>;
}

/** The packets of each page that has some. */
async function* framesOf(parser: Parser, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CodecFrame[]> {
  for await (const piece of bytes) yield* packets(parser.parseChunk(piece));
  yield* packets(parser.flush());
}

function* packets(pages: Iterator<OggPage>): Generator<CodecFrame[]> {
  for (let page = pages.next(); !page.done; page = pages.next())
    if (page.value.codecFrames.length > 0) yield page.value.codecFrames;
}

function layoutOf(frame: CodecFrame | undefined) {
  const { header } = frame ?? {};
  if (header === undefined || !("preSkip" in header)) throw new TypeError("an Ogg without Opus");
  const { channels, streamCount, coupledStreamCount, channelMappingTable, preSkip } = header;
  return { channels, streamCount, coupledStreamCount, channelMappingTable, preSkip };
}
