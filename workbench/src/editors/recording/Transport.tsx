import { type ReactNode, useEffect, useState } from "react";
import { strings } from "#strings/editors/recording.ts";
import { keyName } from "../../actions/key-name.ts";
import { keysOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import { formatClock } from "../../strings/format.ts";
import type { ListeningKeys, Skips } from "./actions.ts";
import styles from "./Transport.module.css";
import type { Recording } from "./use-recording.tsx";

interface TransportProps {
  readonly recording: Recording;
  readonly skips: Skips;
  /** The keys that the buttons show. */
  readonly keys: ListeningKeys;
  /** The editor's own buttons, beside play. */
  readonly children?: ReactNode;
}

/** The buttons of a player and of its view, those that are used most first. */
export function Transport({ recording, skips: { short }, keys, children }: TransportProps) {
  const { player, duration, listening, view } = recording;
  const key = (name: keyof ListeningKeys) => {
    const [first] = keysOf({ id: `audio.${name}`, keys: keys[name] ?? [] });
    return first !== undefined && <kbd>{keyName(first)}</kbd>;
  };
  const [isOpen, setOpen] = useState(false);
  const skip = (by: number) => player.seek(player.time() + by);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is asked for here
    <div role="group" aria-label={strings.player} className={styles.controls} data-open={isOpen || undefined}>
      <div className={styles.group}>
        <Button onPress={player.playPause}>
          <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
            <path d="M1 3v10l7-5zM10 3h2v10h-2zM13.500 3h2v10h-2z" />
          </svg>
          {strings.play} {key("play")}
        </Button>
        <Clock {...{ player, duration }} />
        <Button onPress={() => skip(-short)}>
          {strings.backSign(short)} {key("back")}
        </Button>
        <Button onPress={() => skip(short)}>
          {strings.forwardSign(short)} {key("on")}
        </Button>
        {children}
        <span className={styles.more}>
          <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {strings.more}
          </Button>
        </span>
      </div>
      <div className={styles.group}>
        <Button look="quiet" onPress={() => listening.faster(-1)}>
          {strings.slower} {key("slower")}
        </Button>
        <span className={styles.number}>{strings.rate(listening.rate)}</span>
        <Button look="quiet" onPress={() => listening.faster(1)}>
          {strings.faster} {key("faster")}
        </Button>
        <Button
          look={listening.isLooped ? "plain" : "quiet"}
          aria-pressed={listening.isLooped}
          onPress={listening.toggleLoop}
        >
          {strings.loop} {key("loop")}
        </Button>
      </div>
      <label className={styles.volume}>
        {strings.volume}
        <input
          type="range"
          min="0"
          max="1"
          step="0.1"
          value={listening.volume}
          aria-valuetext={strings.percent(listening.volume)}
          onChange={({ target }) => listening.volumeTo(Number(target.value))}
        />
      </label>
      <div className={styles.group}>
        <Button look="quiet" onPress={() => view.zoom(-1)} isDisabled={view.isWhole}>
          {strings.zoomOut} {key("zoom-out")}
        </Button>
        <Button look="quiet" onPress={() => view.zoom(1)}>
          {strings.zoomIn} {key("zoom-in")}
        </Button>
        <Button look="quiet" onPress={view.fit} isDisabled={view.isWhole}>
          {strings.fitSign} {key("fit")}
        </Button>
        <Button
          look={listening.hasSpectrogram ? "plain" : "quiet"}
          aria-pressed={listening.hasSpectrogram}
          onPress={listening.toggleSpectrogram}
        >
          {strings.spectrogram} {key("spectrogram")}
        </Button>
      </div>
    </div>
  );
}

function Clock({ player, duration }: Pick<Recording, "player" | "duration">) {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(player.time()), 100);
    return () => clearInterval(timer);
  }, [player]);
  return <span className={styles.clock}>{strings.clock(formatClock(now), formatClock(duration))}</span>;
}
