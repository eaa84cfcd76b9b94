import type { Peaks } from "@assay/domain/peaks.ts";
import { peaksPath } from "../../api/content-path.ts";
import type { Spectrogram } from "./spectrum.ts";
import type { View } from "./view.ts";

/** What is drawn of a stretch of a recording. */
export interface Look {
  readonly view: View;
  /** A minimum and a maximum for each column, -1 to 1. */
  readonly peaks: Float32Array;
  /** Null if none was asked for, or only peaks are known. */
  readonly spectrogram: Spectrogram | null;
}

/** What the worker is asked: to take samples, or to look at them. */
export type Asked =
  | {
      readonly kind: "load";
      readonly from: number;
      readonly rate: number;
      readonly channels: readonly Float32Array[];
    }
  | {
      readonly kind: "look";
      readonly number: number;
      readonly view: View;
      readonly columns: number;
      readonly hasSpectrogram: boolean;
    }
  | { readonly kind: "silence"; readonly number: number; readonly at: number };

export interface Answered {
  readonly number: number;
  readonly found: Look | number;
}

/** The sound of a recording, to be looked at. */
export interface Sound {
  /** The length of the sound in seconds, which the header may state wrongly; null if only its peaks are known. */
  readonly seconds: number | null;
  readonly look: (view: View, columns: number, hasSpectrogram: boolean) => Promise<Look>;
  /** The silent time nearest to one, if there is one; peaks are too coarse to find it. */
  readonly silenceNear: (at: number) => Promise<number>;
  readonly close: () => void;
}

/** Longer recordings take the browser too much memory and time to decode, so the service computes their peaks. */
const DECODED_S = 1_800;

/** Samples per second of decoded sound, which takes 4 bytes a sample and channel. */
const RATE = 16_000;

/** The service computes the longest waveform in about two minutes. */
const MAX_TRIES = 300;

/**
 * The sound of the recording at `url`, which lasts `duration` seconds: decoded here, or else as peaks of the service.
 * Undefined if neither can decode it: it may be played all the same.
 */
export async function openSound(
  url: string,
  duration: number,
  signal: AbortSignal,
): Promise<Sound | undefined> {
  const decoded = duration <= DECODED_S ? await decode(url, signal).catch(() => undefined) : undefined;
  if (signal.aborted) return undefined;
  if (decoded !== undefined && decoded.length > 0) return soundOfSamples(decoded);
  const peaks = await fetchPeaks(url, signal);
  return peaks === undefined ? undefined : soundOfPeaks(peaks, duration);
}

async function decode(url: string, signal: AbortSignal): Promise<AudioBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return new OfflineAudioContext(1, 1, RATE).decodeAudioData(await response.arrayBuffer());
}

function soundOfSamples(decoded: AudioBuffer): Sound {
  const worker = new Worker(new URL("./sound-worker.ts", import.meta.url), { type: "module" });
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) => {
    const samples = new Float32Array(decoded.length);
    decoded.copyFromChannel(samples, channel);
    return samples;
  });
  const ask = (asked: Asked, transfer: Transferable[] = []) => worker.postMessage(asked, transfer);
  ask(
    { kind: "load", from: 0, rate: decoded.sampleRate, channels },
    channels.map(({ buffer }) => buffer),
  );
  const waiting = new Map<number, (found: Look | number) => void>();
  worker.onmessage = ({ data: { number, found } }: MessageEvent<Answered>) => {
    waiting.get(number)?.(found);
    waiting.delete(number);
  };
  let count = 0;
  const answerTo = (asked: (number: number) => Asked) =>
    new Promise<Look | number>((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      ask(asked(count));
    });
  return {
    seconds: decoded.duration,
    async look(view, columns, hasSpectrogram) {
      const found = await answerTo((number) => ({ kind: "look", number, view, columns, hasSpectrogram }));
      if (typeof found === "number") throw new TypeError("the worker returned no look");
      return found;
    },
    silenceNear: async (at) => Number(await answerTo((number) => ({ kind: "silence", number, at }))),
    close: () => worker.terminate(),
  };
}

/** Undefined if the service cannot decode the recording. */
async function fetchPeaks(url: string, signal: AbortSignal): Promise<Peaks | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const response = await fetch(peaksPath(url), { signal });
    if (response.status !== 202) return response.ok ? peaksIn(await response.json()) : undefined;
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
  return undefined;
}

function peaksIn(peaks: Peaks): Peaks | undefined {
  return peaks.data.length === 0 ? undefined : peaks;
}

function soundOfPeaks({ data, length, sample_rate, samples_per_pixel }: Peaks, duration: number): Sound {
  const perPeak = samples_per_pixel / sample_rate || duration / length;
  return {
    seconds: null,
    look: async (view, columns) => {
      const peaks = new Float32Array(2 * columns);
      const perColumn = (view.to - view.from) / columns;
      for (let column = 0; column < columns; column += 1) {
        const at = (view.from + column * perColumn) / perPeak;
        const end = Math.max(Math.floor(at) + 1, Math.ceil(at + perColumn / perPeak));
        for (let place = Math.floor(at); place < end; place += 1) {
          peaks[2 * column] = Math.min(peaks[2 * column] ?? 0, (data[2 * place] ?? 0) / 128);
          peaks[2 * column + 1] = Math.max(peaks[2 * column + 1] ?? 0, (data[2 * place + 1] ?? 0) / 128);
        }
      }
      return { view, peaks, spectrogram: null };
    },
    silenceNear: async (at) => at,
    close: () => undefined,
  };
}
