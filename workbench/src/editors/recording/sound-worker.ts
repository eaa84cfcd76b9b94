import { fromMuLaw } from "@assay/domain/mu-law.ts";
import { extremes, mixed, nearestSilence, type Piece } from "./samples.ts";
import type { Answered, Asked } from "./sound.ts";
import { spectrogramOf } from "./spectrum.ts";

/** The samples are here and not on the page, which stays free to follow the hand while they are read. */
let piece: Piece = { from: 0, rate: 1, samples: new Float32Array(0) };

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.kind === "load") {
    const samples = data.sound instanceof Uint8Array ? fromMuLaw(data.sound) : mixed(data.sound);
    piece = { from: data.from, rate: data.rate, samples };
    return;
  }
  if (data.kind === "silence") return answer({ number: data.number, found: nearestSilence(piece, data.at) });
  const { number, view, columns, hasSpectrogram } = data;
  const peaks = extremes(piece, view, columns);
  const spectrogram = hasSpectrogram ? spectrogramOf(piece, view, columns) : null;
  const buffers = spectrogram === null ? [peaks.buffer] : [peaks.buffer, spectrogram.levels.buffer];
  answer({ number, found: { view, peaks, spectrogram } }, buffers);
};

function answer(answered: Answered, transfer: Transferable[] = []): void {
  self.postMessage(answered, { transfer });
}
