import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { strings } from "#strings/editors/recording.ts";
import { keyName } from "../../actions/key-name.ts";
import { keysOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import { Icon } from "../../design/Icon.tsx";
import { IconButton } from "../../design/IconButton.tsx";
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
  /** The editor's own buttons among those that are used less. */
  readonly tools?: ReactNode;
}

/** The buttons of a player and of its view in one row: words for what is done all the time, icons with their keys for the rest. */
export function Transport({ recording, skips: { short }, keys, children, tools }: TransportProps) {
  const { player, duration, listening, view } = recording;
  const key = (name: keyof ListeningKeys) => {
    const [first] = keysOf({ id: `audio.${name}`, keys: keys[name] ?? [] });
    return first === undefined ? "" : keyName(first);
  };
  const [isOpen, setOpen] = useState(false);
  const skip = (by: number) => player.seek(player.time() + by);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is asked for here
    <div role="group" aria-label={strings.player} className={styles.controls} data-open={isOpen || undefined}>
      <div className={styles.group}>
        <Play player={player} hint={key("play")} />
        <Button onPress={() => skip(-short)}>
          {strings.backSign(short)} <kbd>{key("back")}</kbd>
        </Button>
        <Button onPress={() => skip(short)}>
          {strings.forwardSign(short)} <kbd>{key("on")}</kbd>
        </Button>
        <Clock {...{ player, duration }} />
        {children}
        <span className={styles.more}>
          <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {strings.more}
          </Button>
        </span>
      </div>
      <div className={styles.group}>
        <IconButton
          icon="minus"
          title={strings.slower}
          hint={key("slower")}
          onPress={() => listening.faster(-1)}
        />
        <span className={styles.number}>{strings.rate(listening.rate)}</span>
        <IconButton
          icon="plus"
          title={strings.faster}
          hint={key("faster")}
          onPress={() => listening.faster(1)}
        />
        <label className={styles.volume} title={strings.volume}>
          <Icon name="volume" />
          <input
            type="range"
            min="0"
            max="1"
            step="0.1"
            value={listening.volume}
            aria-label={strings.volume}
            aria-valuetext={strings.percent(listening.volume)}
            onChange={({ target }) => listening.volumeTo(Number(target.value))}
          />
        </label>
        <IconButton
          icon="loop"
          title={strings.loop}
          hint={key("loop")}
          isPressed={listening.isLooped}
          onPress={listening.toggleLoop}
        />
        {tools}
      </div>
      <div className={styles.group}>
        <IconButton
          icon="zoom-out"
          title={strings.zoomOut}
          hint={key("zoom-out")}
          isDisabled={view.isWhole}
          onPress={() => view.zoom(-1)}
        />
        <IconButton
          icon="zoom-in"
          title={strings.zoomIn}
          hint={key("zoom-in")}
          onPress={() => view.zoom(1)}
        />
        <IconButton
          icon="fit"
          title={strings.fit}
          hint={key("fit")}
          isDisabled={view.isWhole}
          onPress={view.fit}
        />
        <IconButton
          icon="spectrogram"
          title={strings.spectrogram}
          hint={key("spectrogram")}
          isPressed={listening.hasSpectrogram}
          onPress={listening.toggleSpectrogram}
        />
      </div>
    </div>
  );
}

/** Says what a press does now. */
function Play({ player, hint }: Pick<Recording, "player"> & { readonly hint: string }) {
  const isPlaying = useSyncExternalStore(player.subscribe, player.isPlaying);
  return (
    <span className={styles.play}>
      <Button onPress={player.playPause}>
        <Icon name={isPlaying ? "pause" : "play"} />
        {isPlaying ? strings.pause : strings.start} <kbd>{hint}</kbd>
      </Button>
    </span>
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
