import { strings } from "#strings/editors/recording.ts";
import { Button } from "../../design/Button.tsx";
import { Notice } from "../../design/Notice.tsx";
import { formatClock } from "../../strings/format.ts";
import type { Recording } from "./use-recording.tsx";

/** Players differ by a frame or two; more seconds than this are a wrong header. */
const ROUNDING_S = 1;

interface RecordingNoticesProps {
  readonly recording: Recording;
  readonly filename: string;
}

/** What is wrong with a recording, if something is. */
export function RecordingNotices({ recording, filename }: RecordingNoticesProps) {
  const { fault, sound, duration, retry, listening, view } = recording;
  const off = (sound?.seconds ?? duration) - duration;
  return (
    <>
      {fault !== null && (
        <Notice
          tone="bad"
          title={
            fault.at === null
              ? strings.unplayable(filename)
              : strings.damaged(filename, formatClock(fault.at))
          }
        >
          <Button onPress={retry}>{strings.retry}</Button>
        </Notice>
      )}
      {sound === null && <Notice tone="plain">{strings.noWaveform}</Notice>}
      {listening.hasSpectrogram && sound && view.to - view.from > sound.mostSpectrogram && (
        <Notice tone="plain">
          {sound.mostSpectrogram === 0 ? strings.noSpectrogram : strings.spectrogramIn}
        </Notice>
      )}
      {Math.abs(off) > ROUNDING_S && (
        <Notice tone="warn">
          {(off < 0 ? strings.shorter : strings.longer)(formatClock(duration), formatClock(duration + off))}
        </Notice>
      )}
    </>
  );
}
