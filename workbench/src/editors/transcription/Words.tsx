import { use, useEffect, useState } from "react";
import { strings } from "#strings/editors/transcription.ts";
import { isTouch } from "../../actions/touch.ts";
import { Button } from "../../design/Button.tsx";
import { Field } from "../../design/Field.tsx";
import { startTyping } from "../../design/focus-places.ts";
import type { EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { later } from "../later.tsx";
import { LookingContext } from "../looking.ts";
import { canonicalName } from "../names.ts";
import { OnlyShownContext } from "../only-shown.ts";
import { TextLength } from "../TextLength.tsx";
import { useTyped } from "../use-typed.ts";
import styles from "./Transcription.module.css";

/** Loads where texts are compared only. */
const Changes = later(async () => (await import("./Changes.tsx")).Changes);

/** The field for the text. It has the focus from the start, but with fingers, whose keyboard would cover the item. */
export function Words({ project, document, isReadOnly }: EditorProps) {
  const isTranscript = canonicalName(project.annotation_type) === "transcription";
  const written = useEntries(document).get("text");
  const write = (text: string) => change(document, strings.write, [["text", text]]);
  const isOwn = use(LookingContext) === "own";
  const [isStart, setStart] = useState(() => !isReadOnly && isOwn && !isTouch());
  useEffect(startTyping, []);
  const typed = useTyped(typeof written === "string" ? written : "", write);
  const shown = use(OnlyShownContext);
  if (shown !== null) {
    return (
      <div className={styles.shown}>
        <h2>{isTranscript ? strings.transcript : strings.text}</h2>
        {shown.other === null ? (
          <p className={styles.text} dir="auto">
            {typed.value}
          </p>
        ) : (
          <Changes text={typed.value} other={shown.other} />
        )}
        <TextLength text={typed.value} />
      </div>
    );
  }
  return (
    <div className={styles.answer} data-question="answer" data-start={isStart || undefined}>
      <Field
        {...typed}
        onFocus={() => setStart(false)}
        label={isTranscript ? strings.transcript : strings.yours}
        lines={10}
        isReadOnly={isReadOnly}
      />
      <div className={styles.foot}>
        <TextLength text={typed.value} />
        {isTranscript && !isReadOnly && (
          <Button onPress={() => write("")} isDisabled={written !== undefined}>
            {strings.nothing}
          </Button>
        )}
      </div>
    </div>
  );
}
