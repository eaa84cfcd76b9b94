import type { Peaks } from "@assay/domain/peaks.ts";
import type WaveSurfer from "wavesurfer.js";
import { peaksPath } from "../../api/content-path.ts";

/** The service computes the longest waveform in about two minutes. */
const MAX_TRIES = 300;

/** The waveform as the player takes it: the values above the middle and those below, -1 to 1. */
type Drawn = [above: number[], below: number[]];

/**
 * Draws the waveform of the recording at `url`, which lasts `duration` seconds, in its player, once the service has computed
 * it. Calls `onNone` if it cannot: the recording can be played all the same.
 */
export function drawPeaks(player: WaveSurfer, url: string, duration: number, onNone: () => void): void {
  const gone = new AbortController();
  player.once("destroy", () => gone.abort());
  fetchPeaks(url, gone.signal).then(
    (peaks) => {
      if (gone.signal.aborted) return;
      if (peaks === undefined) return onNone();
      player.setOptions({ peaks, duration });
      const decoded = player.getDecodedData();
      if (decoded !== null) void player.getRenderer().render(decoded); // setOptions draws the peaks before
    },
    () => undefined,
  );
}

/** Undefined if the service cannot decode the recording. */
async function fetchPeaks(url: string, signal: AbortSignal): Promise<Drawn | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const response = await fetch(peaksPath(url), { signal });
    if (response.status !== 202) return response.ok ? drawn(await response.json()) : undefined;
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
  return undefined;
}

function drawn({ data }: Peaks): Drawn | undefined {
  if (data.length === 0) return undefined;
  const values = data.map((value) => value / 128);
  return [values.filter((_, at) => at % 2 === 1), values.filter((_, at) => at % 2 === 0)];
}
