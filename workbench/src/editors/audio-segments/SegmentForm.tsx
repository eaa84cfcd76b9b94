import { strings } from "#strings/editors/audio-segments.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import { Field } from "../../design/Field.tsx";
import { NumberInput } from "../../design/NumberInput.tsx";
import type { Entries } from "../../drafts/document.ts";
import { useTyped } from "../use-typed.ts";
import styles from "./AudioSegments.module.css";
import { rounded, type SegmentEntry, segmentsIn } from "./answer.ts";
import type { SegmentHand } from "./use-segments.ts";

interface SegmentFormProps {
  readonly entries: Entries<unknown>;
  readonly hand: SegmentHand;
  readonly isReadOnly: boolean;
  /** The length of the recording in seconds. */
  readonly duration: number;
}

/** Start, end and transcript of the selected segment, so that segments can be edited without a pointer. */
export function SegmentForm({ entries, hand, isReadOnly, duration }: SegmentFormProps) {
  const { selected } = hand;
  const segment = selected === null ? undefined : segmentsIn(entries).get(selected);
  if (selected === null || segment === undefined) return null;
  const number = (part: "start" | "end") => ({
    value: segment[part],
    onChange: (value: number) => Number.isNaN(value) || hand.edit(selected, { [part]: rounded(value) }),
    minValue: 0,
    ...(duration > 0 ? { maxValue: rounded(duration) } : {}),
    formatOptions: { maximumFractionDigits: 3, useGrouping: false },
    isReadOnly,
  });
  return (
    <section className={styles.form} aria-label={strings.selected}>
      <div>
        <Button onPress={hand.playSelected}>
          {strings.playSegment} <kbd>{keyName(keyOf("audio.play-segment", "Enter"))}</kbd>
        </Button>
      </div>
      <div className={styles.times}>
        <NumberInput label={strings.start} {...number("start")} />
        <NumberInput label={strings.end} {...number("end")} />
      </div>
      <Words key={selected} {...{ segment, isReadOnly }} onChange={(part) => hand.edit(selected, part)} />
    </section>
  );
}

interface WordsProps {
  readonly segment: SegmentEntry;
  readonly isReadOnly: boolean;
  readonly onChange: (part: Pick<SegmentEntry, "text">) => void;
}

function Words({ segment, isReadOnly, onChange }: WordsProps) {
  const typed = useTyped(segment.text ?? "", (text) => onChange({ text }));
  return <Field {...typed} label={strings.transcript} lines={3} maxLength={10_000} isReadOnly={isReadOnly} />;
}
