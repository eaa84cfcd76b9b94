import { type RefObject, useEffect, useRef, useState } from "react";
import type { Pin } from "../../comments/pins.ts";
import type { Entries } from "../../drafts/document.ts";
import type { Item } from "../editor.ts";
import { useContentUrl } from "../media/use-content-url.ts";
import { segmentsIn } from "./answer.ts";
import { mountWaveform, type Waveform } from "./waveform.ts";

interface Shown {
  readonly item: Item;
  readonly entries: Entries<unknown>;
  readonly selected: string | null;
  readonly colorOf: (label: string) => string;
  readonly pinned: readonly Pin[];
  readonly isReadOnly: boolean;
  readonly on: {
    readonly drawn: (start: number, end: number) => void;
    readonly moved: (key: string, start: number, end: number) => void;
    readonly selected: (key: string) => void;
  };
}

/** Mounts the recording with the answer's segments; attach the returned `place` to an element. */
export function useWaveform(waveform: RefObject<Waveform | null>, shown: Shown) {
  const { item, entries, selected, colorOf, pinned, isReadOnly } = shown;
  const place = useRef<HTMLDivElement>(null);
  const watcher = useRef(shown.on);
  watcher.current = shown.on;
  const [duration, setDuration] = useState(item.file.duration ?? 0);
  const [fault, setFault] = useState<string | null>(null);
  const [hasWaveform, setHasWaveform] = useState(true);

  const { url, renew } = useContentUrl(item);
  const renewed = useRef({ url, renew });
  renewed.current = { url, renew };

  useEffect(() => {
    if (place.current === null) return;
    const recording = { url: renewed.current.url, duration: item.file.duration, isReadOnly };
    const mounted = mountWaveform(place.current, recording, {
      onDrawn: (start, end) => watcher.current.drawn(start, end),
      onMoved: (key, start, end) => watcher.current.moved(key, start, end),
      onSelected: (key) => watcher.current.selected(key),
      onReady: setDuration,
      onNoWaveform: () => setHasWaveform(false),
      onFault: (message) => {
        renewed.current.renew().then(
          (next) => mounted.reload(next),
          () => setFault(message),
        );
      },
    });
    waveform.current = mounted;
    return () => mounted.destroy();
  }, [item.file.duration, isReadOnly, waveform]);

  useEffect(() => {
    const segments = [...segmentsIn(entries)].map(([key, { start, end, label }]) => ({
      ...{ key, start, end, label },
      color: colorOf(label),
      isSelected: key === selected,
    }));
    const talked = pinned.flatMap(({ number, place: { time } }) =>
      time === undefined ? [] : [{ number, time }],
    );
    waveform.current?.show(segments, talked);
  }, [entries, selected, colorOf, pinned, waveform]);

  return { place, duration, fault, hasWaveform };
}
