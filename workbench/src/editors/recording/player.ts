/** Plays a recording; times in seconds. */
export interface Player {
  readonly time: () => number;
  readonly isPlaying: () => boolean;
  /** Calls `listener` when it begins or ends to play; returns what stops that. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly playPause: () => void;
  /** Plays a stretch and stops at its end, or begins it again while `isLooped` says so. */
  readonly play: (start: number, end: number) => void;
  readonly seek: (seconds: number) => void;
}

/** A player by an element, which may not be there yet. It goes back by `rewindS` when one plays on after a pause, but not after a skip. */
export function createPlayer(
  element: () => HTMLAudioElement | null,
  isLooped: () => boolean,
  rewindS: number,
): Player {
  let stretch: { readonly start: number; readonly end: number } | null = null;
  let isPaused = false;

  /** Looks at the time in each frame: the element tells it four times a second only. */
  function watch(): void {
    const audio = element();
    if (audio === null || stretch === null || audio.paused) return;
    if (audio.currentTime >= stretch.end || audio.ended) {
      if (!isLooped()) {
        audio.pause();
        if (!audio.ended) audio.currentTime = stretch.end; // a late frame has let it play on
        stretch = null;
        return;
      }
      audio.currentTime = stretch.start;
    }
    requestAnimationFrame(watch);
  }

  function start(audio: HTMLAudioElement): void {
    // a press of pause before the sound arrives aborts the play; faults are events of the element
    audio.play().catch(() => undefined);
    requestAnimationFrame(watch);
  }

  return {
    time: () => element()?.currentTime ?? 0,
    isPlaying: () => element()?.paused === false,
    subscribe(listener) {
      const audio = element();
      const told = ["play", "pause", "emptied"];
      for (const event of told) audio?.addEventListener(event, listener);
      return () => {
        for (const event of told) audio?.removeEventListener(event, listener);
      };
    },
    playPause() {
      const audio = element();
      if (audio?.paused && isPaused) audio.currentTime = Math.max(0, audio.currentTime - rewindS);
      isPaused = audio?.paused === false;
      if (audio?.paused) start(audio);
      else audio?.pause();
    },
    play(from, end) {
      const audio = element();
      if (audio === null) return;
      isPaused = false;
      stretch = { start: from, end };
      audio.currentTime = from;
      start(audio);
    },
    seek(seconds) {
      const audio = element();
      if (audio === null) return;
      isPaused = false;
      audio.currentTime = Math.max(0, seconds);
      if (stretch !== null && (seconds < stretch.start || seconds > stretch.end)) stretch = null;
    },
  };
}
