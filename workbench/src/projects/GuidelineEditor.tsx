import { Field } from "../design/Field.tsx";
import styles from "./GuidelineEditor.module.css";
import { Prose } from "./Prose.tsx";

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
        label="Instructions"
        description="Markdown. Say what counts, what does not, and what to do in doubt."
        lines={LINES}
        value={value}
        onChange={onChange}
      />
      <div className={styles.preview}>
        <h3>Preview</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the arrow keys */}
        <section className={styles.paper} aria-label="Preview" tabIndex={0}>
          {value.trim() === "" ? (
            <p className={styles.empty}>Nothing written yet.</p>
          ) : (
            <Prose>{value}</Prose>
          )}
        </section>
      </div>
    </div>
  );
}
