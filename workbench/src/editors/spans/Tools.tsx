import { strings } from "#strings/editors/spans.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import type { ReadingSettings } from "./reading-settings.ts";
import styles from "./Spans.module.css";
import { Toggle } from "./Toggle.tsx";
import type { Find } from "./use-find.ts";
import type { SpanHand } from "./use-spans.ts";

interface ToolsProps {
  readonly find: Find;
  readonly settings: ReadingSettings;
  readonly onChange: (part: Partial<ReadingSettings>) => void;
  readonly hand: SpanHand;
  readonly isReadOnly: boolean;
}

/** The buttons above the text, and what the last of them did. */
export function Tools({ find, settings: { snaps, isCompact }, onChange, hand, isReadOnly }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <Button look="quiet" onPress={find.open}>
        {strings.find} <kbd>{keyName(keyOf("spans.find", "Ctrl+F"))}</kbd>
      </Button>
      {!isReadOnly && (
        <Toggle isOn={snaps} onPress={() => onChange({ snaps: !snaps })}>
          {strings.snap} <kbd>{keyName(keyOf("spans.snap", "Shift+S"))}</kbd>
        </Toggle>
      )}
      <Toggle isOn={isCompact} onPress={() => onChange({ isCompact: !isCompact })}>
        {strings.compact} <kbd>{keyName(keyOf("spans.compact", "Shift+D"))}</kbd>
      </Toggle>
      <output className={styles.said}>
        {hand.isForHits ? strings.labelingHits(find.places.length) : hand.said}
      </output>
    </div>
  );
}
