import { use } from "react";
import { BesideContext } from "../beside.ts";
import type { EditorProps } from "../editor.ts";
import { ImageView } from "../objects/ImageView.tsx";
import styles from "../objects/ObjectEditor.module.css";
import { QuestionsContext } from "../questions.ts";
import own from "./Transcription.module.css";
import { useTyping } from "./use-typing.ts";
import { Words } from "./Words.tsx";

/** An image, which can be enlarged to read small print, and the field for its transcript or another text about it. */
export function ImageText(props: EditorProps) {
  const { item, project } = props;
  return (
    <div className={styles.frame} {...useTyping()}>
      <div className={`${styles.editor} ${own.beside}`}>
        <ImageView item={item} projectId={project.id} isTyped />
        <div className={styles.side}>
          {use(BesideContext)}
          <Words {...props} />
          {use(QuestionsContext)}
        </div>
      </div>
    </div>
  );
}
