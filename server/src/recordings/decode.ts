import type { Readable } from "node:stream";
import { decodeFlac, decodeMp3, decodeOgg } from "./compressed.ts";
import type { Sound } from "./sound.ts";
import { decodeWav } from "./wav.ts";

type Decoder = (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Sound>;

/** By media type. AAC, the sound of M4A, has no decoder whose license suits. */
const DECODERS: Readonly<Record<string, { readonly decode: Decoder; readonly bytesAtOnce: number }>> = {
  "audio/wav": { decode: decodeWav, bytesAtOnce: 65_536 },
  "audio/mpeg": { decode: decodeMp3, bytesAtOnce: 16_384 },
  // Few bytes at once: 14 of them may be a frame of 65,536 samples in 8 channels, which take 2 MB.
  "audio/flac": { decode: decodeFlac, bytesAtOnce: 1_024 },
  "audio/ogg": { decode: decodeOgg, bytesAtOnce: 1_024 },
};

/** Whether `decodeSound` can decode recordings of that type. */
export function isDecodable(content_type: string): boolean {
  return DECODERS[content_type] !== undefined;
}

/** The sound of a recording, piece by piece in bounded memory. It ends at a fault of the recording; faults of `bytes` are thrown. */
export async function* decodeSound(bytes: Readable, content_type: string): AsyncGenerator<Sound> {
  const decoder = DECODERS[content_type];
  if (decoder === undefined) return;
  try {
    yield* decoder.decode(pieces(bytes, decoder.bytesAtOnce));
  } catch (fault) {
    if (bytes.errored !== null) throw fault;
  }
}

async function* pieces(bytes: Readable, size: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    const whole: Uint8Array = chunk;
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
  }
}
