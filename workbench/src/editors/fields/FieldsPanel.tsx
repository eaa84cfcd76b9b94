import { perOf } from "@assay/domain/field-limits.ts";
import { ITEM } from "@assay/domain/fields.ts";
import { useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { strings } from "#strings/editors/fields.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import type { Editor, EditorProps } from "../editor.ts";
import { useEntries } from "../entries.ts";
import { SelectedObjectContext } from "../selected-object.ts";
import { type FieldTarget, targetsOf } from "./answers.ts";
import styles from "./Fields.module.css";
import { GO_KEY, useQuickAnswers } from "./quick-answers.ts";
import { type Target, useQuestions } from "./use-questions.tsx";

interface FieldsPanelProps extends EditorProps {
  readonly editor: Editor;
}

/** The fields of the project that the editor does not ask itself: those of the item, of each response, and of the selected object. */
export function FieldsPanel({ editor, item, project, document, isReadOnly }: FieldsPanelProps) {
  const targets = targetsOf(editor, useEntries(document), item);
  const { ask, isOpen } = useQuestions({ project, document, isReadOnly, targets });
  const asksPer = (per: Target) => project.fields.some((field) => perOf(field) === per);
  const panel = useRef<HTMLElement>(null);
  const quick = useQuickAnswers(panel, isReadOnly);
  return (
    <section
      ref={panel}
      className={styles.panel}
      aria-label={strings.title}
      {...quick}
      data-digits
      data-questions
    >
      {asksPer("response") &&
        editor.asksOnCards !== true &&
        targets.responses.map((target) => (
          <Questions key={target.id} title={target.name}>
            {ask("response", target)}
          </Questions>
        ))}
      {asksPer("object") && targets.objects.length > 0 && (
        <ObjectQuestions
          targets={targets.objects}
          isReadOnly={isReadOnly}
          isOpen={(target) => isOpen("object", target)}
          ask={(target) => ask("object", target)}
        />
      )}
      {ask("item", { id: ITEM, name: "" })}
    </section>
  );
}

interface QuestionsProps {
  readonly title: React.ReactNode;
  readonly children: React.ReactNode;
}

function Questions({ title, children }: QuestionsProps) {
  return (
    <fieldset className={styles.questions}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface ObjectQuestionsProps extends Pick<EditorProps, "isReadOnly"> {
  readonly targets: readonly FieldTarget[];
  /** Whether an answer about the object is missing or invalid. */
  readonly isOpen: (target: FieldTarget) => boolean;
  readonly ask: (target: FieldTarget) => React.ReactNode;
}

/** The fields of the selected object; without a selection, those of the last selected object. */
function ObjectQuestions({ targets, isReadOnly, isOpen, ask }: ObjectQuestionsProps) {
  const selected = useContext(SelectedObjectContext);
  const selectedKey = useSyncExternalStore(selected.subscribe, selected.key);
  const [last, setLast] = useState(selectedKey);
  useEffect(() => {
    if (selectedKey !== null) setLast(selectedKey);
  }, [selectedKey]);
  const shown = selectedKey ?? last;
  const at = Math.max(
    0,
    targets.findIndex(({ id }) => id === shown),
  );
  const target = targets[at];
  const choose = (index: number) => {
    const key = targets[index]?.id ?? null;
    setLast(key);
    if (key !== null) selected.show(key);
  };
  const open = targets.flatMap((other, index) => (isOpen(other) ? [index] : []));
  const next = open.find((index) => index > at) ?? open[0];
  if (target === undefined) return null;
  return (
    <Questions
      title={
        <>
          {strings.of(target.name, at + 1, targets.length)}{" "}
          {!isReadOnly && <kbd>{keyName(keyOf("questions.go", GO_KEY))}</kbd>}
        </>
      }
    >
      {!(isReadOnly && targets.length === 1) && (
        <div className={styles.steps}>
          <Button aria-label={strings.previous} onPress={() => choose(at - 1)} isDisabled={at === 0}>
            {strings.up}
          </Button>
          <Button
            aria-label={strings.next}
            onPress={() => choose(at + 1)}
            isDisabled={at === targets.length - 1}
          >
            {strings.down}
          </Button>
        </div>
      )}
      {ask(target)}
      {next !== undefined && next !== at && (
        <span data-next-open>
          <Button look="quiet" onPress={() => choose(next)}>
            {strings.nextUnanswered}
          </Button>
        </span>
      )}
    </Questions>
  );
}
