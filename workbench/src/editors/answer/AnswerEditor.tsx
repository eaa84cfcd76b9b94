import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { perOf } from "@assay/domain/field-limits.ts";
import { type ComponentType, type ReactNode, use, useMemo, useRef, useState } from "react";
import { useWidth } from "../../design/use-width.ts";
import type { Editor, EditorProps, Item } from "../editor.ts";
import { FieldsPanel } from "../fields/FieldsPanel.tsx";
import { StepsContext } from "../media/steps-context.ts";
import { OnlyShownContext } from "../only-shown.ts";
import { QuestionsContext } from "../questions.ts";
import { SelectedObject, SelectedObjectContext } from "../selected-object.ts";
import styles from "./AnswerEditor.module.css";
import { asksSteps, LabeledSteps } from "./parts.ts";
import { withUsableHotkeys } from "./usable-hotkeys.ts";

interface AnswerEditorProps extends EditorProps {
  readonly editor: Editor;
  /** The component that `editor.load` returned. */
  readonly Component: ComponentType<EditorProps>;
  /** The selected object, for those outside who show objects. */
  readonly selected?: SelectedObject;
}

/** The width from which the questions have a column beside the editor, in CSS pixels. Below it they would take it from the image or the text. */
const COLUMN_PX = 1400;

/** An editor with the project's questions: below its own controls, or beside it where there is room, except for answers that are only shown. */
export function AnswerEditor({
  editor,
  Component,
  project: given,
  selected: shared,
  ...rest
}: AnswerEditorProps) {
  const [own] = useState(() => new SelectedObject());
  const selected = shared ?? own;
  const project = useMemo(() => withUsableHotkeys(given), [given]);
  const isOnlyShown = use(OnlyShownContext) !== null;
  const props = { ...rest, project };
  const steps = (item: Item): ReactNode => <LabeledSteps key={item.id} {...props} item={item} />;
  const frame = useRef<HTMLDivElement>(null);
  const isBeside = useWidth(frame) >= COLUMN_PX && editor.asksOnCards !== true && !isOnlyShown;
  const result = (
    <StepsContext value={asksSteps(project) ? steps : null}>
      <Component {...props} />
    </StepsContext>
  );
  // those that neither the editor nor the messages ask themselves
  const isAskedBeside = (field: FieldDefinition) => {
    const per = perOf(field);
    return per !== "message" && (per !== "response" || editor.asksOnCards !== true);
  };
  const questions = <FieldsPanel editor={editor} {...props} />;
  const whole = project.fields.some(isAskedBeside) ? (
    <div ref={frame} className={styles.frame}>
      <div className={styles.parts}>
        <div className={styles.result}>
          <QuestionsContext value={isBeside ? null : questions}>{result}</QuestionsContext>
        </div>
        {isBeside && (
          <div className={styles.column} data-column>
            {questions}
          </div>
        )}
      </div>
    </div>
  ) : (
    result
  );
  return <SelectedObjectContext value={selected}>{whole}</SelectedObjectContext>;
}
