import { formatNumber } from "../../format.ts";

/** Recordings: the waveform and the player. */
export const strings = {
  waveform: "Waveform",
  player: "Player",
  noWaveform:
    "This recording has no waveform: neither this browser nor the service can decode it. You can still play it and work without one.",
  noSpectrogram:
    "This recording has no spectrogram: neither this browser nor the service has its samples. The waveform is that of the service.",
  spectrogramIn: "Zoom in to an hour or less to see the spectrogram.",
  damaged: (name: string, at: string) =>
    `${name} is damaged at ${at}: it does not play from there on. What you have entered is kept.`,
  unplayable: (name: string) =>
    `${name} does not play: it did not load, its data is damaged, or this browser does not know its format. What you have entered is kept.`,
  retry: "Try again",
  shorter: (stated: string, found: string) =>
    `The sound ends at ${found}, though the file says that it lasts ${stated}: it may be cut off.`,
  longer: (stated: string, found: string) =>
    `The sound goes on until ${found}, though the file says that it lasts ${stated}. What comes after ${stated} is not shown.`,
  more: "More",
  play: "Play or pause",
  start: "Play",
  pause: "Pause",
  slower: "Slower",
  faster: "Faster",
  backSign: (seconds: number) => `−${seconds} s`,
  forwardSign: (seconds: number) => `+${seconds} s`,
  back: (seconds: number) => `Back ${seconds} s`,
  forward: (seconds: number) => `Forward ${seconds} s`,
  rate: (rate: number) => `${formatNumber(rate)}×`,
  volume: "Volume",
  louder: "Louder",
  quieter: "Quieter",
  percent: (share: number) => `${Math.round(share * 100)} %`,
  loop: "Loop",
  spectrogram: "Spectrogram",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit the recording",
  earlier: "Scroll back",
  later: "Scroll forward",
  clock: (now: string, duration: string) => `${now} / ${duration}`,
};
