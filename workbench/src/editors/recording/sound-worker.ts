import { extremes, mixed, type Piece } from "./samples.ts";
import type { Answered, Asked } from "./sound.ts";

/** The samples are here and not on the page, which stays free to follow the hand while they are read. */
let piece: Piece = { from: 0, rate: 1, samples: new Float32Array(0) };

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.kind === "load") {
    piece = { from: data.from, rate: data.rate, samples: mixed(data.channels) };
    return;
  }
  const peaks = extremes(piece, data.view, data.columns);
  const answer: Answered = { number: data.number, look: { view: data.view, peaks } };
  self.postMessage(answer, { transfer: [peaks.buffer] });
};
