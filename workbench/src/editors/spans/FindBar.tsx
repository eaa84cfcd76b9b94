import { useEffect, useRef } from "react";
import { strings } from "#strings/editors/spans.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import { TextInput } from "../../design/TextInput.tsx";
import type { ReadingSettings } from "./reading-settings.ts";
import styles from "./Spans.module.css";
import { Toggle } from "./Toggle.tsx";
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
      <Button look="quiet" isDisabled={isNowhere} onPress={() => go(-1)}>
        {strings.previousHit} <kbd>{keyName(keyOf("spans.previous-hit", "Shift+F3"))}</kbd>
      </Button>
      <Button look="quiet" isDisabled={isNowhere} onPress={() => go(1)}>
        {strings.nextHit} <kbd>{keyName(keyOf("spans.next-hit", "F3"))}</kbd>
      </Button>
      <Toggle
        isOn={settings.isCaseSensitive}
        onPress={() => onChange({ isCaseSensitive: !settings.isCaseSensitive })}
      >
        {strings.matchCase}
      </Toggle>
      <Toggle isOn={settings.isWhole} onPress={() => onChange({ isWhole: !settings.isWhole })}>
        {strings.wholeWords}
      </Toggle>
      {!isReadOnly && (
        <Button isDisabled={isNowhere} onPress={onLabel}>
          {strings.labelHits} <kbd>{keyName(keyOf("spans.label-hits", "Shift+H"))}</kbd>
        </Button>
      )}
      <Button look="quiet" onPress={close}>
        {everywhere.close}
      </Button>
    </search>
  );
}
