import { useRef } from "react";
import { strings } from "#strings/editors/transcription.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { Field } from "../../design/Field.tsx";
import type { EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { Media } from "../media/Media.tsx";
import { canonicalName } from "../names.ts";
import { useTyped } from "../use-typed.ts";
import { Workspace } from "../Workspace.tsx";
import styles from "./Transcription.module.css";

const BACK_S = 3;

/** A text field beside the content: for a transcript, a caption, a summary or an answer. */
export function Transcription({ item, project, document, isReadOnly }: EditorProps) {
  const media = useRef<HTMLDivElement>(null);
  const isTranscript = canonicalName(project.annotation_type) === "transcription";
  const audio = () => media.current?.querySelector("audio");
  useActions([
    {
      id: "audio.play",
      title: strings.play,
      keys: ["Ctrl+Space"],
      isEnabled: () => audio() !== null,
      run: () => {
        const sound = audio();
        if (sound?.paused) void sound.play();
        else sound?.pause();
      },
    },
    {
      id: "audio.back",
      title: strings.back,
      keys: ["Ctrl+B"],
      isEnabled: () => audio() !== null,
      run: () => {
        const sound = audio();
        if (sound) sound.currentTime = Math.max(0, sound.currentTime - BACK_S);
      },
    },
  ]);
  const written = useEntries(document).get("text");
  const write = (text: string) => change(document, strings.write, [["text", text]]);
  const typed = useTyped(typeof written === "string" ? written : "", write);
  return (
    <Workspace
      isWide
      side={
        <div className={styles.answer}>
          <Field
            {...typed}
            label={isTranscript ? strings.transcript : strings.yours}
            lines={12}
            isReadOnly={isReadOnly}
          />
          {isTranscript && !isReadOnly && (
            <div>
              <Button onPress={() => write("")} isDisabled={written !== undefined}>
                {strings.nothing}
              </Button>
            </div>
          )}
          {item.file.content_type.startsWith("audio/") && (
            <p className={styles.keys}>
              <kbd>{strings.playKey}</kbd> {strings.play} <kbd>{strings.backKey}</kbd> {strings.back}
            </p>
          )}
        </div>
      }
    >
      <div ref={media} className={styles.media}>
        <Media item={item} hasResponses />
      </div>
    </Workspace>
  );
}
