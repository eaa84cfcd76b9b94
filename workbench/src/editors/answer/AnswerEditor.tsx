import { type FieldDefinition, perOf } from "@assay/domain/field-definition.ts";
import { type ComponentType, useMemo, useState } from "react";
import type { Editor, EditorProps } from "../editor.ts";
import { FieldsPanel } from "../fields/FieldsPanel.tsx";
import { SelectedObject, SelectedObjectContext } from "../selected-object.ts";
import styles from "./AnswerEditor.module.css";
import { withUsableHotkeys } from "./usable-hotkeys.ts";

interface AnswerEditorProps extends EditorProps {
  readonly editor: Editor;
  /** The component that `editor.load` returned. */
  readonly Component: ComponentType<EditorProps>;
}

/** An editor with the project's questions beside it. */
export function AnswerEditor({ editor, Component, project: given, ...rest }: AnswerEditorProps) {
  const [selected] = useState(() => new SelectedObject());
  const project = useMemo(() => withUsableHotkeys(given), [given]);
  const props = { ...rest, project };
  // a column of questions only if the editor does not ask all of them itself
  const isAskedBeside = (field: FieldDefinition) =>
    perOf(field) !== "response" || editor.asksOnCards !== true;
  if (!project.fields.some(isAskedBeside)) return <Component {...props} />;
  return (
    <SelectedObjectContext value={selected}>
      <div className={styles.frame}>
        <div className={styles.parts}>
          <div className={styles.result}>
            <Component {...props} />
          </div>
          <div className={styles.questions}>
            <FieldsPanel editor={editor} {...props} />
          </div>
        </div>
      </div>
    </SelectedObjectContext>
  );
}
