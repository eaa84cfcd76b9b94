import { extremes, mixed, nearestSilence, type Piece } from "./samples.ts";
import type { Answered, Asked } from "./sound.ts";

/** The samples are here and not on the page, which stays free to follow the hand while they are read. */
let piece: Piece = { from: 0, rate: 1, samples: new Float32Array(0) };

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.kind === "load") {
    piece = { from: data.from, rate: data.rate, samples: mixed(data.channels) };
    return;
  }
  if (data.kind === "silence") return answer({ number: data.number, found: nearestSilence(piece, data.at) });
  const peaks = extremes(piece, data.view, data.columns);
  answer({ number: data.number, found: { view: data.view, peaks } }, [peaks.buffer]);
};

function answer(answered: Answered, transfer: Transferable[] = []): void {
  self.postMessage(answered, { transfer });
}
