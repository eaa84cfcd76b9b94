import type { EditorProps } from "../editor.ts";
import { Media } from "../media/Media.tsx";
import { Workspace } from "../Workspace.tsx";
import { Spoken } from "./Spoken.tsx";
import styles from "./Transcription.module.css";
import { Words } from "./Words.tsx";

/** A text field with the content: for a transcript, a caption, a summary or an answer. */
export function Transcription(props: EditorProps) {
  const { item } = props;
  if (item.text === null && item.file.content_type.startsWith("audio/")) return <Spoken {...props} />;
  return (
    <Workspace isWide side={<Words {...props} />}>
      <div className={styles.media}>
        <Media item={item} hasResponses isTyped />
      </div>
    </Workspace>
  );
}
