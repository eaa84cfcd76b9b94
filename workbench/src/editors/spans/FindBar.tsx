import { useEffect, useRef } from "react";
import { strings } from "#strings/editors/spans.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import { Icon, type IconName } from "../../design/Icon.tsx";
import { TextInput } from "../../design/TextInput.tsx";
import type { ReadingSettings } from "./reading-settings.ts";
import styles from "./Spans.module.css";
import { type Find, LONGEST } from "./use-find.ts";

interface FindBarProps {
  readonly find: Find;
  readonly settings: ReadingSettings;
  readonly onChange: (part: Partial<ReadingSettings>) => void;
  readonly isReadOnly: boolean;
  /** Asks for the label of all hits. */
  readonly onLabel: () => void;
}

/** The search in the text. It takes the focus each time that it opens. */
export function FindBar({ find, settings, isReadOnly, onChange, onLabel }: FindBarProps) {
  const { words, places, current, isCut, go, close } = find;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const isNowhere = places.length === 0;
  return (
    <search className={styles.find}>
      <TextInput
        ref={field}
        label={strings.find}
        value={words ?? ""}
        maxLength={LONGEST}
        onChange={find.seek}
        onKeyDown={(pressed) => {
          if (pressed.key === "Enter" && !pressed.ctrlKey && !pressed.metaKey) go(pressed.shiftKey ? -1 : 1);
          if (pressed.key === "Escape") close();
        }}
      />
      <output className={styles.count}>
        {words?.trim() ? strings.found(isNowhere ? 0 : current + 1, places.length, isCut) : ""}
      </output>
      <Sign
        icon="up"
        title={`${strings.previousHit} ${keyName(keyOf("spans.previous-hit", "Shift+F3"))}`}
        isDisabled={isNowhere}
        onPress={() => go(-1)}
      />
      <Sign
        icon="down"
        title={`${strings.nextHit} ${keyName(keyOf("spans.next-hit", "F3"))}`}
        isDisabled={isNowhere}
        onPress={() => go(1)}
      />
      <Sign
        icon="case"
        title={strings.matchCase}
        isOn={settings.isCaseSensitive}
        onPress={() => onChange({ isCaseSensitive: !settings.isCaseSensitive })}
      />
      <Sign
        icon="whole-word"
        title={strings.wholeWords}
        isOn={settings.isWhole}
        onPress={() => onChange({ isWhole: !settings.isWhole })}
      />
      {!isReadOnly && (
        <Button isDisabled={isNowhere} onPress={onLabel}>
          {strings.labelHits} <kbd>{keyName(keyOf("spans.label-hits", "Shift+H"))}</kbd>
        </Button>
      )}
      <Sign icon="remove" title={everywhere.close} onPress={close} />
    </search>
  );
}

interface SignProps {
  readonly icon: IconName;
  readonly title: string;
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** A button with an icon and the browser's own tooltip: that of `IconButton` would load 4 KB more. */
function Sign({ icon, title, isOn, isDisabled = false, onPress }: SignProps) {
  return (
    <span title={title}>
      <Button
        look={isOn ? "plain" : "quiet"}
        aria-label={title}
        isDisabled={isDisabled}
        onPress={onPress}
        {...(isOn !== undefined && { "aria-pressed": isOn })}
      >
        <Icon name={icon} />
      </Button>
    </span>
  );
}
