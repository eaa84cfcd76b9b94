import { useId } from "react";
import { strings as all } from "#strings/projects.ts";
import { Field } from "../design/Field.tsx";
import { Markdown } from "../design/Markdown.tsx";
import styles from "./GuidelineEditor.module.css";

const strings = all.guidelines;

const LINES = 12;

interface GuidelineEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Edits the instructions for annotators as Markdown, with a preview. */
export function GuidelineEditor({ value, onChange }: GuidelineEditorProps) {
  const help = useId();
  return (
    <div className={styles.editor}>
      <p className={styles.help} id={help}>
        {strings.instructionsHelp}
      </p>
      <Field
        label={strings.instructions}
        aria-describedby={help}
        lines={LINES}
        value={value}
        onChange={onChange}
      />
      <div className={styles.preview}>
        <h3>{strings.preview}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer, people scroll it with the arrow keys */}
        <section className={styles.paper} aria-label={strings.preview} tabIndex={0}>
          {value.trim() === "" ? (
            <p className={styles.empty}>{strings.empty}</p>
          ) : (
            <Markdown hasImages>{value}</Markdown>
          )}
        </section>
      </div>
    </div>
  );
}
