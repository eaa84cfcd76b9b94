import WaveSurfer from "wavesurfer.js";
import RegionsPlugin from "wavesurfer.js/plugins/regions";
import { strings } from "#strings/editors/entry-list.ts";
import { drawPeaks } from "./peaks.ts";

/** A segment to draw. */
export interface ShownSegment {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** A CSS color. */
  readonly color: string;
  readonly isSelected: boolean;
}

/** The time in seconds that a comment is pinned to. */
export interface ShownComment {
  readonly number: number;
  readonly time: number;
}

interface Watcher {
  /** The annotator drew a stretch; times in seconds. */
  readonly onDrawn: (start: number, end: number) => void;
  readonly onMoved: (key: string, start: number, end: number) => void;
  readonly onSelected: (key: string) => void;
  /** The recording can be played; its length in seconds. */
  readonly onReady: (duration: number) => void;
  readonly onFault: (message: string) => void;
  /** The recording has no waveform to draw. */
  readonly onNoWaveform: () => void;
}

/** A player with the waveform and its segments. */
export interface Waveform {
  readonly show: (segments: readonly ShownSegment[], comments: readonly ShownComment[]) => void;
  readonly playPause: () => void;
  readonly play: (start: number, end: number) => void;
  readonly time: () => number;
  readonly duration: () => number;
  readonly seek: (seconds: number) => void;
  readonly speed: (rate: number) => void;
  /** Loads the recording from another URL and continues at the same time. */
  readonly reload: (url: string) => void;
  readonly destroy: () => void;
}

interface Recording {
  readonly url: string;
  /** Seconds; null if the service could not read the length. */
  readonly duration: number | null;
  readonly isReadOnly: boolean;
}

/** The service computes the waveform of longer recordings: to decode them takes the browser about 4 bytes per sample. */
const DECODED_S = 1800;

/** Mounts the player in `parent`. */
export function mountWaveform(
  parent: HTMLElement,
  { url, duration, isReadOnly }: Recording,
  watcher: Watcher,
): Waveform {
  const regions = RegionsPlugin.create();
  const long = duration !== null && duration > DECODED_S ? duration : undefined;
  const media = new Audio(); // set currentTime here: the player drops some of several seeks in a row
  media.crossOrigin = "anonymous";
  const player = WaveSurfer.create({
    container: parent,
    media,
    url,
    height: 128,
    waveColor: "#8a93a6",
    progressColor: "#5a78d8",
    cursorColor: "#d4552f",
    cursorWidth: 2,
    plugins: [regions],
    ...(long === undefined ? {} : { peaks: [[0, 0]], duration: long }),
  });
  let shown: readonly ShownSegment[] = [];
  let talked: readonly ShownComment[] = [];
  let isReady = false;

  const draw = () => isReady && drawSegments(regions, { segments: shown, comments: talked, isReadOnly });

  if (long !== undefined) player.once("ready", () => drawPeaks(player, url, long, watcher.onNoWaveform));
  player.on("ready", (seconds) => {
    isReady = true;
    draw();
    watcher.onReady(seconds);
  });
  player.on("error", ({ message }) => watcher.onFault(message));
  regions.on("region-clicked", ({ id }, event) => {
    event.stopPropagation(); // otherwise the click also seeks
    if (!id.startsWith(COMMENT)) watcher.onSelected(id);
  });
  regions.on("region-updated", ({ id, start, end }) => watcher.onMoved(id, start, end));
  regions.on("region-created", (region) => {
    if (region.id.startsWith(COMMENT) || shown.some(({ key }) => key === region.id)) return;
    const { start, end } = region;
    region.remove();
    watcher.onDrawn(start, end);
  });
  if (!isReadOnly) regions.enableDragSelection({ color: "rgb(90 120 216 / 25%)" });

  return {
    show(segments, comments) {
      [shown, talked] = [segments, comments];
      draw();
    },
    playPause: () => void player.playPause(),
    play: (start, end) => void player.play(start, end),
    time: () => media.currentTime,
    duration: () => player.getDuration(),
    seek: (seconds) => {
      media.currentTime = Math.min(Math.max(0, seconds), player.getDuration());
    },
    speed: (rate) => player.setPlaybackRate(rate, true),
    reload(next) {
      if (!isReady) {
        const loading = long === undefined ? player.load(next) : player.load(next, [[0, 0]], long);
        loading.catch(() => undefined); // the player reports the failure as an event
        return;
      }
      const { currentTime, paused } = media;
      media.src = next;
      media.currentTime = currentTime;
      if (!paused) void media.play();
    },
    destroy: () => player.destroy(),
  };
}

/** The prefix of the ids of comment markers. */
const COMMENT = "comment:";

interface Drawn {
  readonly segments: readonly ShownSegment[];
  readonly comments: readonly ShownComment[];
  readonly isReadOnly: boolean;
}

/** Adds, updates and removes regions until they match the segments and comments. */
function drawSegments(
  regions: ReturnType<typeof RegionsPlugin.create>,
  { segments, comments, isReadOnly }: Drawn,
): void {
  const ids = new Set([
    ...segments.map(({ key }) => key),
    ...comments.map(({ number }) => `${COMMENT}${number}`),
  ]);
  const drawn = new Map(regions.getRegions().map((region) => [region.id, region]));
  for (const [id, region] of drawn) if (!ids.has(id)) region.remove();
  for (const { number, time } of comments) {
    const id = `${COMMENT}${number}`;
    const look = { start: time, color: "var(--accent)" };
    const mark = drawn.get(id);
    if (mark === undefined) regions.addRegion({ ...look, id, content: strings.comment(number), drag: false });
    else mark.setOptions(look);
  }
  for (const { key, start, end, label, color, isSelected } of segments) {
    const look = { start, end, color: `color-mix(in oklch, ${color} ${isSelected ? 50 : 25}%, transparent)` };
    const region = drawn.get(key);
    region?.setOptions(look);
    if (region === undefined) {
      regions.addRegion({ ...look, id: key, content: label, drag: !isReadOnly, resize: !isReadOnly });
    } else if (region.content?.textContent !== label) region.setContent(label);
  }
}
