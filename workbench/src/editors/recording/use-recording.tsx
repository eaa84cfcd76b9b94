import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Item } from "../editor.ts";
import { useContentUrl, useEarlyError } from "../media/use-content-url.ts";
import { createPlayer, type Player } from "./player.ts";
import { openSound, type Sound } from "./sound.ts";
import { type ListeningHand, useListening } from "./use-listening.ts";
import { useView, type ViewHand } from "./use-view.ts";

/** Why a recording does not play; `at` is the time in seconds from which on its data is damaged, null if nothing plays. */
export interface RecordingFault {
  readonly at: number | null;
}

/** A recording that is listened to and looked at. */
export interface Recording {
  /** The player, which shows nothing; render it once. */
  readonly element: ReactNode;
  readonly player: Player;
  /** Seconds, as the service read them or else the player; 0 until known. */
  readonly duration: number;
  /** Undefined until it is opened, and null if there is no waveform. */
  readonly sound: Sound | null | undefined;
  readonly fault: RecordingFault | null;
  /** Tries again after a fault. */
  readonly retry: () => void;
  readonly listening: ListeningHand;
  readonly view: ViewHand;
}

/** The code of `MediaError` for data that cannot be decoded. */
const DAMAGED = 3;

/** Plays an item's recording, keeps the time when its URL is renewed, and opens its sound. After a pause it plays from `rewindS` earlier. */
export function useRecording(item: Item, rewindS = 0): Recording {
  const audio = useRef<HTMLAudioElement>(null);
  const left = useRef({ time: 0, isPlaying: false });
  const { url, renew } = useContentUrl(item);
  const [fault, setFault] = useState<RecordingFault | null>(null);
  const [played, setPlayed] = useState(0);
  const duration = item.file.duration ?? played;
  const listening = useListening();
  const looped = useRef(listening.isLooped);
  looped.current = listening.isLooped;
  const player = useMemo(
    () =>
      createPlayer(
        () => audio.current,
        () => looped.current,
        rewindS,
      ),
    [rewindS],
  );
  const { rate, volume } = listening;
  useEffect(() => {
    if (audio.current === null) return;
    audio.current.playbackRate = rate;
    audio.current.defaultPlaybackRate = rate; // for when a renewed URL is loaded
    audio.current.volume = volume;
  }, [rate, volume]);

  const load = (why: RecordingFault) =>
    void renew().then(
      (next) => {
        setFault(null);
        // React sets another URL, with which the player begins anew; the old one must not fail once more
        if (audio.current?.getAttribute("src") === next) audio.current.load();
      },
      () => setFault(why),
    );
  const fail = () => {
    const { currentTime = 0, paused = true, error } = audio.current ?? {};
    left.current = { time: currentTime, isPlaying: !paused };
    load({ at: error?.code === DAMAGED ? currentTime : null });
  };
  useEarlyError(audio, fail);
  const goOn = () => {
    if (audio.current === null) return;
    setPlayed(Number.isFinite(audio.current.duration) ? audio.current.duration : 0);
    const { time, isPlaying } = left.current;
    if (time === 0) return;
    audio.current.currentTime = time;
    if (isPlaying) player.playPause();
  };
  const element = (
    // biome-ignore lint/a11y/useMediaCaption: to write what is said is the task
    <audio
      ref={audio}
      hidden
      preload="auto"
      crossOrigin="anonymous"
      src={url}
      onError={fail}
      onLoadedMetadata={goOn}
    />
  );
  const sound = useSound(url, duration, renew);
  const view = useView(duration, player);
  return { element, player, duration, sound, fault, retry: () => load({ at: null }), listening, view };
}

/** Opens the sound once the length is known; from a renewed URL only if the one before had none. */
function useSound(url: string, duration: number, renew: () => Promise<string>): Sound | null | undefined {
  const [sound, setSound] = useState<Sound | null>();
  const opened = useRef<Sound>(undefined);
  const latest = useRef(renew);
  latest.current = renew;
  useEffect(() => {
    if (duration === 0 || opened.current !== undefined) return undefined;
    const gone = new AbortController();
    openSound(url, duration, latest.current, gone.signal).then(
      (found) => {
        if (gone.signal.aborted) return found?.close();
        opened.current = found;
        setSound(found ?? null);
        void found?.finer?.then((finer) => {
          if (finer === undefined) return;
          if (opened.current !== found) return finer.close();
          opened.current = finer;
          setSound(finer);
        });
      },
      () => gone.signal.aborted || setSound(null),
    );
    return () => gone.abort();
  }, [url, duration]);
  useEffect(
    () => () => {
      opened.current?.close();
      opened.current = undefined;
    },
    [],
  );
  return sound;
}
