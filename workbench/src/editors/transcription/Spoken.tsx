import { use, useMemo, useRef, useState } from "react";
import { strings } from "#strings/editors/transcription.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { hintFor } from "../../actions/touch.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { formatClock } from "../../strings/format.ts";
import { BesideContext } from "../beside.ts";
import { EntryList } from "../EntryList.tsx";
import type { EditorProps } from "../editor.ts";
import { useEntries } from "../entries.ts";
import { QuestionsContext } from "../questions.ts";
import { type ListeningKeys, listeningActions } from "../recording/actions.ts";
import { RecordingNotices } from "../recording/RecordingNotices.tsx";
import { Transport } from "../recording/Transport.tsx";
import { useRecording } from "../recording/use-recording.tsx";
import { useTimePins } from "../recording/use-time-pins.ts";
import { Waveform } from "../recording/Waveform.tsx";
import { caretIn } from "./caret.ts";
import { type Mark, marksIn, markText } from "./marks.ts";
import styles from "./Transcription.module.css";
import { useTyping } from "./use-typing.ts";
import { Words } from "./Words.tsx";

const SKIPS = { short: 3, long: 10 };

/** Keys that type nothing, because the text has the focus. */
const KEYS: ListeningKeys = {
  play: ["Ctrl+Space", "Space"], // the second works outside of the text
  back: ["Ctrl+B"],
  on: ["Ctrl+Shift+B"],
  slower: ["Ctrl+,"],
  faster: ["Ctrl+."],
  quieter: ["F6"],
  louder: ["F7"],
  loop: ["F9"],
  "zoom-in": ["Ctrl++", "Ctrl+="],
  "zoom-out": ["Ctrl+-"],
  fit: ["Ctrl+0"],
  spectrogram: ["Ctrl+Shift+G"],
};
const [MARK_KEY, FROM_MARK_KEY, NEXT_KEY, PREVIOUS_KEY] = ["Ctrl+J", "F8", "F3", "Shift+F3"];

/** How far it goes back when one plays on after a pause: one has forgotten the last word. */
const REWIND_S = 1;

/** The waveform of a recording, with its timestamps, above the field for what is said. */
export function Spoken(props: EditorProps) {
  const { item, document, isReadOnly } = props;
  const recording = useRecording(item, REWIND_S);
  const { player, duration } = recording;
  const written = useEntries(document).get("text");
  const text = typeof written === "string" ? written : "";
  const marks = useMemo(() => marksIn(text, duration), [text, duration]);
  const words = useRef<HTMLDivElement>(null);
  const { insert, go, before } = caretIn(words, marks);
  const [selected, select] = useState<string | null>(null);
  const choose = (key: string, isSought = false) => {
    const mark = marks.find((one) => entryKey(one) === key);
    if (mark === undefined) return;
    select(key);
    go(mark);
    if (isSought) player.seek(mark.start);
  };
  const playFrom = () => {
    const mark = before();
    if (mark === undefined) return;
    select(entryKey(mark));
    player.play(mark.start, mark.end);
  };
  const step = (by: 1 | -1) => {
    const current = before();
    const next = marks[(current === undefined ? -1 : marks.indexOf(current)) + by];
    if (next !== undefined) choose(entryKey(next), true);
  };
  useActions([
    ...listeningActions(recording, SKIPS, KEYS),
    { id: "transcript.next", title: strings.nextMark, keys: [NEXT_KEY], run: () => step(1) },
    { id: "transcript.previous", title: strings.previousMark, keys: [PREVIOUS_KEY], run: () => step(-1) },
    {
      ...{ id: "transcript.mark", title: strings.mark, keys: [MARK_KEY] },
      isEnabled: () => !isReadOnly,
      run: () => insert(markText(player.time())),
    },
    {
      ...{ id: "transcript.from-mark", title: strings.fromMark, keys: [FROM_MARK_KEY] },
      isEnabled: () => before() !== undefined,
      run: playFrom,
    },
  ]);
  const beside = use(BesideContext);
  const questions = use(QuestionsContext);
  const typing = useTyping();
  const comments = useTimePins(player);
  const segments = useMemo(
    () =>
      marks.map((mark) => ({
        ...{ key: entryKey(mark), start: mark.start, end: mark.end, label: "", text: mark.words },
        color: "var(--accent)",
        isSelected: entryKey(mark) === selected,
      })),
    [marks, selected],
  );
  const rows = segments.map(({ key, start, text: label, color }) => ({
    ...{ key, label, color },
    text: () => formatClock(start),
  }));
  return (
    <div className={styles.spoken} {...typing}>
      <RecordingNotices recording={recording} filename={item.file.filename} />
      {recording.element}
      <div className={styles.sound}>
        <Waveform {...{ recording, segments, comments }} onSelected={choose} />
      </div>
      <Transport recording={recording} skips={SKIPS} keys={KEYS}>
        {!isReadOnly && (
          <Button onPress={() => insert(markText(player.time()))}>
            {strings.mark} <kbd>{keyName(keyOf("transcript.mark", MARK_KEY))}</kbd>
          </Button>
        )}
      </Transport>
      <div className={styles.written} ref={words}>
        <Words {...props} />
        <div className={styles.marks}>
          {beside}
          <EntryList
            {...{ title: strings.marks, rows, selected, onSelect: (key) => choose(key, true) }}
            empty={
              isReadOnly
                ? strings.noMarks
                : hintFor(strings.markHelp)(keyName(keyOf("transcript.mark", MARK_KEY)))
            }
            onDelete={undefined}
          />
          {questions}
        </div>
      </div>
    </div>
  );
}

function entryKey({ from }: Mark): string {
  return `mark:${from}`;
}
