import { strings } from "#strings/editors/recording.ts";
import type { Action } from "../../actions/action.ts";
import type { Recording } from "./use-recording.tsx";

/** What one does with any recording. */
type ListeningAction = keyof ReturnType<typeof deeds>;

/** The keys of an editor; in one where the annotator types they need Ctrl. An action without keys is in the palette only. */
export type ListeningKeys = { readonly [Name in ListeningAction]?: readonly string[] };

/** Seconds of a skip, and of a long one. */
export interface Skips {
  readonly short: number;
  readonly long: number;
}

/** The actions for playing and for the view. */
export function listeningActions(recording: Recording, skips: Skips, keys: ListeningKeys): readonly Action[] {
  return Object.entries(deeds(recording, skips)).map(([name, { title, run }]) => ({
    id: `audio.${name}`,
    title,
    keys: keys[isName(name) ? name : "play"] ?? [],
    run,
  }));
}

function isName(name: string): name is ListeningAction {
  return name !== "";
}

function deeds({ player, listening, view }: Recording, { short, long }: Skips) {
  const skip = (by: number) => () => player.seek(player.time() + by);
  return {
    play: { title: strings.play, run: player.playPause },
    back: { title: strings.back(short), run: skip(-short) },
    on: { title: strings.forward(short), run: skip(short) },
    "far-back": { title: strings.back(long), run: skip(-long) },
    "far-on": { title: strings.forward(long), run: skip(long) },
    slower: { title: strings.slower, run: () => listening.faster(-1) },
    faster: { title: strings.faster, run: () => listening.faster(1) },
    quieter: { title: strings.quieter, run: () => listening.louder(-1) },
    louder: { title: strings.louder, run: () => listening.louder(1) },
    loop: { title: strings.loop, run: listening.toggleLoop },
    "zoom-in": { title: strings.zoomIn, run: () => view.zoom(1) },
    "zoom-out": { title: strings.zoomOut, run: () => view.zoom(-1) },
    fit: { title: strings.fit, run: view.fit },
    spectrogram: { title: strings.spectrogram, run: listening.toggleSpectrogram },
    earlier: { title: strings.earlier, run: () => view.page(-1) },
    later: { title: strings.later, run: () => view.page(1) },
  };
}
