import type { Peaks } from "@assay/domain/peaks.ts";
import { recordingPath } from "../../api/content-path.ts";
import { BASIC_RATE, type Basic, openBasic } from "./basic.ts";
import { AROUND_S } from "./samples.ts";
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

/** The samples of each channel, or those of one as bytes in μ-law. */
type Channels = readonly Float32Array<ArrayBuffer>[] | Uint8Array<ArrayBuffer>;

/** What the worker is asked: to take samples, or to look at them. */
export type Asked =
  | {
      readonly kind: "load";
      readonly from: number;
      readonly rate: number;
      readonly sound: Channels;
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
  /** The longest view in seconds that has a spectrogram; 0 if there is none. */
  readonly mostSpectrogram: number;
  /** The length of the sound in seconds, which the header may state wrongly; null if only its peaks are known. */
  readonly seconds: number | null;
  readonly look: (view: View, columns: number, hasSpectrogram: boolean) => Promise<Look>;
  /** The silent time nearest to one, if there is one; peaks are too coarse to find it. */
  readonly silenceNear: (at: number) => Promise<number>;
  readonly close: () => void;
  /** The same sound with its samples, once the service has made them; undefined if it cannot. Absent where there is nothing finer. */
  readonly finer?: Promise<Sound | undefined>;
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
  renew: () => Promise<string>,
  signal: AbortSignal,
): Promise<Sound | undefined> {
  const decoded = duration <= DECODED_S ? await decode(url, signal).catch(() => undefined) : undefined;
  if (signal.aborted) return undefined;
  if (decoded !== undefined && decoded.length > 0) return soundOfSamples(decoded);
  const made = await fetchMade(recordingPath(url, "peaks"), signal);
  const peaks = made && peaksIn(await made.json());
  if (peaks === undefined) return undefined;
  const coarse = soundOfPeaks(peaks, duration);
  const finer = openBasic(basicAt(url, renew)).then((basic) => basic && soundOfBasic(basic, coarse));
  return { ...coarse, finer };
}

/** Reads ranges of the samples at a URL, which is valid for an hour, then at a new one. */
function basicAt(url: string, renew: () => Promise<string>) {
  let current = url;
  const get = (range: string) => fetchMade(recordingPath(current, "sound"), undefined, { range });
  return async (range: string) => {
    try {
      const part = await get(range);
      if (part !== undefined) return part;
      current = await renew();
      return await get(range);
    } catch {
      return undefined; // offline, for example: the peaks are there
    }
  };
}

async function decode(url: string, signal: AbortSignal): Promise<AudioBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return new OfflineAudioContext(1, 1, RATE).decodeAudioData(await response.arrayBuffer());
}

function soundOfSamples(decoded: AudioBuffer): Sound {
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) => {
    const samples = new Float32Array(decoded.length);
    decoded.copyFromChannel(samples, channel);
    return samples;
  });
  const { load, look, silenceNear, close } = openWorker();
  load(0, decoded.sampleRate, channels);
  return { seconds: decoded.duration, mostSpectrogram: Number.POSITIVE_INFINITY, look, silenceNear, close };
}

/** The worker that keeps samples and reads them. */
function openWorker() {
  const worker = new Worker(new URL("./sound-worker.ts", import.meta.url), { type: "module" });
  const ask = (asked: Asked, transfer: Transferable[] = []) => worker.postMessage(asked, transfer);
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
    /** Replaces the samples; `from` is the time of the first in seconds. */
    load(from: number, rate: number, sound: Channels) {
      const arrays = sound instanceof Uint8Array ? [sound] : sound;
      ask(
        { kind: "load", from, rate, sound },
        arrays.map(({ buffer }) => buffer),
      );
    },
    async look(view: View, columns: number, hasSpectrogram: boolean) {
      const found = await answerTo((number) => ({ kind: "look", number, view, columns, hasSpectrogram }));
      if (typeof found === "number") throw new TypeError("the worker returned no look");
      return found;
    },
    silenceNear: async (at: number) => Number(await answerTo((number) => ({ kind: "silence", number, at }))),
    close: () => worker.terminate(),
  };
}

/** The longest stretch of samples that is read: an hour is 29 MB, and 115 MB in the worker. */
const MOST_READ_S = 3_600;

/** How far around a view or a time samples are read too, so that small moves need no others. */
const MARGIN_S = 30;

/** Reads the samples of the stretch that is looked at, where the peaks are too coarse or a spectrogram is wanted. */
function soundOfBasic(basic: Basic, coarse: CoarseSound): Sound {
  const worker = openWorker();
  let loaded: View = { from: 0, to: 0 };
  /** Gives the worker the samples of a stretch, unless it has them; false if they cannot be read. What is asked at once is about these. */
  async function load(wanted: View): Promise<boolean> {
    const [from, to] = [Math.max(0, wanted.from), Math.min(basic.seconds, wanted.to)];
    if (from >= loaded.from && to <= loaded.to) return true;
    const stretch = await basic.read(from - MARGIN_S, to + MARGIN_S);
    if (stretch === undefined) return false;
    loaded = { from: stretch.from, to: stretch.from + stretch.bytes.length / BASIC_RATE };
    worker.load(stretch.from, BASIC_RATE, stretch.bytes);
    return true;
  }
  return {
    seconds: basic.seconds,
    mostSpectrogram: MOST_READ_S,
    async look(view, columns, hasSpectrogram) {
      const length = view.to - view.from;
      const isEnough = coarse.secondsPerPeak <= length / columns;
      if (length > MOST_READ_S || (isEnough && !hasSpectrogram)) return coarse.look(view, columns, false);
      return (await load(view))
        ? worker.look(view, columns, hasSpectrogram)
        : coarse.look(view, columns, false);
    },
    async silenceNear(at) {
      return (await load({ from: at - AROUND_S, to: at + AROUND_S })) ? worker.silenceNear(at) : at;
    },
    close: worker.close,
  };
}

/** What the service makes of a recording, once it is made; undefined if the service cannot decode the recording. */
async function fetchMade(
  path: string,
  signal: AbortSignal | undefined,
  headers: HeadersInit = {},
): Promise<Response | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const response = await fetch(path, { headers, ...(signal && { signal }) });
    if (response.status !== 202) return response.ok ? response : undefined;
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
  return undefined;
}

function peaksIn(peaks: Peaks): Peaks | undefined {
  return peaks.data.length === 0 ? undefined : peaks;
}

interface CoarseSound extends Sound {
  readonly secondsPerPeak: number;
}

function soundOfPeaks(
  { data, length, sample_rate, samples_per_pixel }: Peaks,
  duration: number,
): CoarseSound {
  const perPeak = samples_per_pixel / sample_rate || duration / length;
  return {
    seconds: null,
    mostSpectrogram: 0,
    secondsPerPeak: perPeak,
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
