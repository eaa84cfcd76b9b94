import { strings as all } from "#strings/projects.ts";
import { Field } from "../design/Field.tsx";
import styles from "./GuidelineEditor.module.css";
import { Prose } from "./Prose.tsx";

const strings = all.guidelines;

const LINES = 12;

interface GuidelineEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What annotators are told, in Markdown, and how they will see it. */
export function GuidelineEditor({ value, onChange }: GuidelineEditorProps) {
  return (
    <div className={styles.editor}>
      <Field
        label={strings.instructions}
        description={strings.instructionsHelp}
        lines={LINES}
        value={value}
        onChange={onChange}
      />
      <div className={styles.preview}>
        <h3>{strings.preview}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys */}
        <section className={styles.paper} aria-label={strings.preview} tabIndex={0}>
          {value.trim() === "" ? <p className={styles.empty}>{strings.empty}</p> : <Prose>{value}</Prose>}
        </section>
      </div>
    </div>
  );
}
