import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { strings } from "#strings/editors/audio-segments.ts";
import { keyName } from "../../actions/key-name.ts";
import { useActions } from "../../actions/use-actions.ts";
import { usePins } from "../../comments/pins.ts";
import { Button } from "../../design/Button.tsx";
import { Notice } from "../../design/Notice.tsx";
import { formatClock } from "../../strings/format.ts";
import { EntryList } from "../EntryList.tsx";
import type { EditorProps } from "../editor.ts";
import { useEntries } from "../entries.ts";
import { LabelBar } from "../labels/LabelBar.tsx";
import { pickableLabels } from "../labels/pickable.ts";
import { useSelectedObject } from "../selected-object.ts";
import { Workspace } from "../Workspace.tsx";
import styles from "./AudioSegments.module.css";
import { segmentActions } from "./actions.ts";
import { segmentsIn } from "./answer.ts";
import { SegmentForm } from "./SegmentForm.tsx";
import { type SegmentHand, useSegments } from "./use-segments.ts";
import { useWaveform } from "./use-waveform.ts";
import type { Waveform } from "./waveform.ts";

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
  const waveform = useRef<Waveform>(null);
  const hand = useSegments({ document, isReadOnly, waveform, firstLabel: labels[0]?.name });
  useActions(segmentActions(hand, isReadOnly));
  const { selected, armed } = hand;
  useSelectedObject(selected, hand.select);
  const { inAt, unlabeled } = hand;
  const waits =
    unlabeled === null
      ? null
      : strings.unlabeled(strings.stretch(formatClock(unlabeled.start), formatClock(unlabeled.end)));
  useEffect(
    () => document.onFinish(() => (inAt === null ? waits : strings.unfinished)),
    [document, inAt, waits],
  );
  const segment = segmentsIn(entries).get(selected ?? "");
  const pinned = usePins(segment === undefined ? null : { time: segment.start }, ({ time }) => {
    if (time !== undefined) waveform.current?.seek(time);
  });
  const { place, duration, fault, hasWaveform } = useWaveform(waveform, {
    ...{ item, entries, selected, colorOf, pinned, isReadOnly },
    on: { drawn: hand.add, moved: hand.move, selected: hand.select },
  });
  const rows = [...segmentsIn(entries)]
    .sort(([, a], [, b]) => a.start - b.start)
    .map(([key, { start, end, label }]) => ({
      key,
      label,
      color: colorOf(label),
      text: () => strings.stretch(formatClock(start), formatClock(end)),
    }));
  return (
    <Workspace
      side={
        <>
          <EntryList
            title={strings.segments}
            empty={strings.none}
            {...{ rows, selected, onSelect: hand.select, onDelete: isReadOnly ? undefined : hand.remove }}
          />
          {!isReadOnly && <Button onPress={hand.addHere}>{strings.add}</Button>}
          {waits !== null && <Notice tone="warn">{waits}</Notice>}
          <SegmentForm {...{ entries, hand, isReadOnly, duration }} />
        </>
      }
    >
      <LabelBar
        labels={labels}
        chosen={new Set(armed === undefined ? [] : [armed])}
        onPick={hand.pick}
        purpose={strings.label}
        project={project}
        isReadOnly={isReadOnly}
      />
      {fault !== null && (
        <Notice tone="bad" title={strings.failed}>
          <p>{fault}</p>
        </Notice>
      )}
      {!hasWaveform && <Notice tone="plain">{strings.noWaveform}</Notice>}
      {/* biome-ignore lint/a11y/useSemanticElements: no form is asked for here */}
      <div role="group" aria-label={strings.waveform} ref={place} className={styles.waveform} />
      <Controls {...{ hand, waveform, duration }} />
    </Workspace>
  );
}

interface ControlsProps {
  readonly hand: SegmentHand;
  readonly waveform: RefObject<Waveform | null>;
  readonly duration: number;
}

function Controls({ hand, waveform, duration }: ControlsProps) {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(waveform.current?.time() ?? 0), 100);
    return () => clearInterval(timer);
  }, [waveform]);
  return (
    <div className={styles.controls}>
      <Button onPress={hand.playPause}>
        {strings.play} <kbd>{keyName("Space")}</kbd>
      </Button>
      <Button onPress={() => hand.seekBy(-1)}>
        {strings.backSign} <kbd>{keyName("ArrowLeft")}</kbd>
      </Button>
      <Button onPress={() => hand.seekBy(1)}>
        {strings.forwardSign} <kbd>{keyName("ArrowRight")}</kbd>
      </Button>
      <Button isDisabled={hand.selected === null} onPress={hand.playSelected}>
        {strings.playSegment} <kbd>{keyName("Enter")}</kbd>
      </Button>
      <Button look="quiet" aria-label={strings.slower} onPress={() => hand.faster(-1)}>
        {strings.slowerSign}
      </Button>
      <span className={styles.number}>{strings.rate(hand.rate)}</span>
      <Button look="quiet" aria-label={strings.faster} onPress={() => hand.faster(1)}>
        {strings.fasterSign}
      </Button>
      <span className={styles.number}>
        {strings.time(
          formatClock(now),
          formatClock(duration),
          hand.inAt === null ? null : formatClock(hand.inAt),
        )}
      </span>
    </div>
  );
}
