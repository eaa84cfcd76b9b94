import { use } from "react";
import { BesideContext } from "../beside.ts";
import type { EditorProps } from "../editor.ts";
import { ImageView } from "../objects/ImageView.tsx";
import styles from "../objects/ObjectEditor.module.css";
import { QuestionsContext } from "../questions.ts";
import { LabelSide } from "../text-classification/LabelSide.tsx";

/** The image, and the labels to choose from: one or several. */
export function ImageClassification(props: EditorProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.editor}>
        <ImageView item={props.item} projectId={props.project.id} />
        <div className={styles.side}>
          {use(BesideContext)}
          <LabelSide {...props} />
          {use(QuestionsContext)}
        </div>
      </div>
    </div>
  );
}
