import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { perOf } from "@assay/domain/field-limits.ts";
import { type ComponentType, type ReactNode, use, useMemo, useState } from "react";
import { BesideContext } from "../beside.ts";
import type { Editor, EditorProps, Item } from "../editor.ts";
import { FieldsPanel } from "../fields/FieldsPanel.tsx";
import { StepsContext } from "../media/steps-context.ts";
import { OnlyShownContext } from "../only-shown.ts";
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

/** An editor with the project's questions beside it; where the answer is only shown, in the editor's own column. */
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
  const result = (
    <StepsContext value={asksSteps(project) ? steps : null}>
      <Component {...props} />
    </StepsContext>
  );
  // a column of questions only for those that neither the editor nor the messages ask themselves
  const isAskedBeside = (field: FieldDefinition) => {
    const per = perOf(field);
    return per !== "message" && (per !== "response" || editor.asksOnCards !== true);
  };
  const isAsked = project.fields.some(isAskedBeside);
  const questions = (
    <div className={isOnlyShown ? styles.given : styles.questions} data-questions>
      <FieldsPanel editor={editor} {...props} />
    </div>
  );
  const beside = (
    <div className={styles.frame} data-below={editor.asksOnCards}>
      <div className={styles.parts}>
        <div className={styles.result}>{result}</div>
        {questions}
      </div>
    </div>
  );
  const whole = !isAsked ? (
    result
  ) : isOnlyShown ? (
    <BesideContext value={questions}>{result}</BesideContext>
  ) : (
    beside
  );
  return <SelectedObjectContext value={selected}>{whole}</SelectedObjectContext>;
}
