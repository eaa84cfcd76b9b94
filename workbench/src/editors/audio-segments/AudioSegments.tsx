import { use, useEffect, useMemo } from "react";
import { strings } from "#strings/editors/audio-segments.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { hintFor } from "../../actions/touch.ts";
import { useActions } from "../../actions/use-actions.ts";
import { usePins } from "../../comments/pins.ts";
import { Button } from "../../design/Button.tsx";
import { IconButton } from "../../design/IconButton.tsx";
import { Notice } from "../../design/Notice.tsx";
import type { Entries } from "../../drafts/document.ts";
import { formatClock } from "../../strings/format.ts";
import { EntryList, type EntryRow } from "../EntryList.tsx";
import type { EditorProps } from "../editor.ts";
import { useEntries } from "../entries.ts";
import { LabelBar } from "../labels/LabelBar.tsx";
import { pickableLabels } from "../labels/pickable.ts";
import { OnlyShownContext } from "../only-shown.ts";
import { listeningActions } from "../recording/actions.ts";
import { RecordingNotices } from "../recording/RecordingNotices.tsx";
import { Transport } from "../recording/Transport.tsx";
import { useRecording } from "../recording/use-recording.tsx";
import { Waveform } from "../recording/Waveform.tsx";
import { useSelectedObject } from "../selected-object.ts";
import { Workspace } from "../Workspace.tsx";
import styles from "./AudioSegments.module.css";
import { LISTENING_KEYS, SNAP_KEY, segmentActions } from "./actions.ts";
import { type SegmentEntry, segmentsIn, segmentsInOrder } from "./answer.ts";
import { SegmentForm } from "./SegmentForm.tsx";
import { ADDED_S, type SegmentHand, useSegments } from "./use-segments.ts";
import { useShown } from "./use-shown.ts";

const SKIPS = { short: 1, long: 5 };

/** Edits labeled segments of a recording. */
export function AudioSegments({ item, project, document, isReadOnly }: EditorProps) {
  const entries = useEntries(document);
  const labels = useMemo(
    () =>
      pickableLabels(
        project,
        [...segmentsIn(entries).values()].map(({ label }) => label),
      ),
    [project, entries],
  );
  const colorOf = useMemo(() => {
    const colors = new Map(labels.map(({ name, color }) => [name, color]));
    return (label: string) => colors.get(label) ?? "var(--line-strong)";
  }, [labels]);
  const recording = useRecording(item);
  const hand = useSegments({ document, isReadOnly, recording, firstLabel: labels[0]?.name });
  useActions([...listeningActions(recording, SKIPS, LISTENING_KEYS), ...segmentActions(hand, isReadOnly)]);
  const { selected, armed } = hand;
  useSelectedObject(selected, hand.select);
  const { inAt, unlabeled } = hand;
  const waits = unlabeled === null ? null : strings.unlabeled(stretchWords(unlabeled));
  useEffect(
    () => document.onFinish(() => (inAt === null ? waits : strings.unfinished)),
    [document, inAt, waits],
  );
  const segment = segmentsIn(entries).get(selected ?? "");
  const pinned = usePins(segment === undefined ? null : { time: segment.start }, ({ time }) => {
    if (time !== undefined) recording.player.seek(time);
  });
  const { segments, lanes, comments } = useShown({ entries, selected, armed, labels, colorOf, pinned });
  const rows = rowsOf(entries, colorOf);
  const isOnlyShown = use(OnlyShownContext) !== null;
  return (
    <Workspace
      side={
        <>
          <EntryList
            title={strings.segments}
            empty={isReadOnly ? strings.noneMade : hintFor(strings.none)}
            {...{ rows, selected, onSelect: hand.select, onDelete: isReadOnly ? undefined : hand.remove }}
          />
          {!isReadOnly && <Marks hand={hand} relabeled={hand.isRelabeled ? segment : undefined} />}
          {waits !== null && <Notice tone="warn">{waits}</Notice>}
          {isOnlyShown ? (
            <Said entries={entries} />
          ) : (
            <SegmentForm {...{ entries, hand, isReadOnly, duration: recording.duration }} />
          )}
        </>
      }
    >
      <LabelBar
        labels={labels}
        chosen={new Set(armed === undefined || isReadOnly ? [] : [armed])}
        onPick={hand.pick}
        purpose={strings.label}
        project={project}
        isReadOnly={isReadOnly}
      />
      <RecordingNotices recording={recording} filename={item.file.filename} />
      {recording.element}
      <Waveform
        {...{ recording, segments, lanes, comments, inAt }}
        onSelected={hand.select}
        edits={hand.edits}
      />
      <Transport
        recording={recording}
        skips={SKIPS}
        keys={LISTENING_KEYS}
        tools={!isReadOnly && <Snap hand={hand} />}
      />
    </Workspace>
  );
}

/** What is said in all segments, in the order of time. */
function Said({ entries }: { readonly entries: Entries<unknown> }) {
  const segments = segmentsInOrder(entries);
  if (segments.every(([, { text = "" }]) => text === "")) return null;
  return (
    <section className={styles.form} aria-label={strings.transcript}>
      <h2>{strings.transcript}</h2>
      {segments.map(
        ([key, { start, label, text = "" }]) =>
          text !== "" && (
            <p key={key} dir="auto">
              <span className={styles.who}>{strings.who(formatClock(start), label)}</span> {text}
            </p>
          ),
      )}
    </section>
  );
}

function rowsOf(entries: Entries<unknown>, colorOf: (label: string) => string): EntryRow[] {
  return segmentsInOrder(entries).map(([key, { start, end, label }]) => ({
    ...{ key, label, color: colorOf(label) },
    text: () => stretchWords({ start, end }),
  }));
}

function stretchWords({ start, end }: Pick<SegmentEntry, "start" | "end">): string {
  return strings.stretch(formatClock(start), formatClock(end));
}

function Snap({ hand }: { readonly hand: SegmentHand }) {
  return (
    <IconButton
      icon="magnet"
      title={strings.snap}
      hint={keyName(keyOf("audio.snap", SNAP_KEY))}
      isPressed={hand.snaps}
      onPress={hand.toggleSnap}
    />
  );
}

interface MarksProps {
  readonly hand: SegmentHand;
  /** The selected segment if another label was chosen for it. */
  readonly relabeled: SegmentEntry | undefined;
}

/** Starts and ends a segment where the recording plays, adds a short one, and discards what is not finished. */
function Marks({ hand, relabeled }: MarksProps) {
  const { inAt, unlabeled } = hand;
  return (
    <div className={styles.marks}>
      {inAt === null ? (
        <Button onPress={hand.markIn}>
          {strings.startHere} <kbd>{keyName(keyOf("audio.in", "I"))}</kbd>
        </Button>
      ) : (
        <Button onPress={hand.markOut}>
          {strings.endHere} <kbd>{keyName(keyOf("audio.out", "O"))}</kbd>
        </Button>
      )}
      {inAt === null && unlabeled === null ? (
        <Button onPress={hand.addHere}>{strings.add(ADDED_S)}</Button>
      ) : (
        <Button onPress={hand.letGo}>
          {strings.discard} <kbd>{keyName(keyOf("audio.cancel", "Escape"))}</kbd>
        </Button>
      )}
      <p className={styles.begun} role="status">
        {inAt !== null && strings.startsAt(formatClock(inAt))}
        {inAt === null &&
          relabeled !== undefined &&
          hintFor(strings.nowIs(stretchWords(relabeled), relabeled.label))}
      </p>
    </div>
  );
}
