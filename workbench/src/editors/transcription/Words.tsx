import { strings } from "#strings/editors/transcription.ts";
import { Button } from "../../design/Button.tsx";
import { Field } from "../../design/Field.tsx";
import type { EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { canonicalName } from "../names.ts";
import { useTyped } from "../use-typed.ts";
import styles from "./Transcription.module.css";

/** The field for the text. */
export function Words({ project, document, isReadOnly }: EditorProps) {
  const isTranscript = canonicalName(project.annotation_type) === "transcription";
  const written = useEntries(document).get("text");
  const write = (text: string) => change(document, strings.write, [["text", text]]);
  const typed = useTyped(typeof written === "string" ? written : "", write);
  return (
    <div className={styles.answer}>
      <Field
        {...typed}
        label={isTranscript ? strings.transcript : strings.yours}
        lines={10}
        isReadOnly={isReadOnly}
      />
      {isTranscript && !isReadOnly && (
        <div>
          <Button onPress={() => write("")} isDisabled={written !== undefined}>
            {strings.nothing}
          </Button>
        </div>
      )}
    </div>
  );
}
