import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { ITEM } from "@assay/domain/fields.ts";
import { useContext, useEffect, useState, useSyncExternalStore } from "react";
import { strings } from "#strings/editors/fields.ts";
import { Button } from "../../design/Button.tsx";
import type { Editor, EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { SelectedObjectContext } from "../selected-object.ts";
import { answerFaults, type FieldTarget, fieldKey, shownAnswers, targetsOf } from "./answers.ts";
import { FieldInput } from "./FieldInput.tsx";
import styles from "./Fields.module.css";

interface FieldsPanelProps extends EditorProps {
  readonly editor: Editor;
}

/** All fields of the project: those of the item, of each response, and of the selected object. */
export function FieldsPanel({ editor, item, project, document, isReadOnly }: FieldsPanelProps) {
  const entries = useEntries(document);
  const { fields } = project;
  if (fields.length === 0) return null;
  const targets = targetsOf(editor, entries, item);
  const given = shownAnswers(fields, entries, targets);
  const faults = answerFaults(project, entries, targets);
  const askedOf = (per: NonNullable<FieldDefinition["per"]>) =>
    fields.filter((field) => (field.per ?? "item") === per);
  const questions = (asked: readonly FieldDefinition[], { id, name }: FieldTarget) =>
    asked
      .filter((field) => given.get(field.name)?.has(id))
      .map((field) => {
        const key = fieldKey(field.name, id);
        const title = name === "" ? strings.answer(field.name) : strings.answerOf(field.name, name);
        return (
          <FieldInput
            key={key}
            field={field}
            value={entries.get(key)}
            onChange={(value) => change(document, title, [[key, value]])}
            fault={faults.get(key)}
            isReadOnly={isReadOnly}
          />
        );
      });
  const ofObjects = askedOf("object");
  const ofResponses = askedOf("response");
  return (
    <section className={styles.panel} aria-label={strings.title}>
      {ofResponses.length > 0 &&
        targets.responses.map((target) => (
          <Questions key={target.id} title={target.name}>
            {questions(ofResponses, target)}
          </Questions>
        ))}
      {ofObjects.length > 0 && targets.objects.length > 0 && (
        <ObjectQuestions
          targets={targets.objects}
          isOpen={({ id }) => ofObjects.some(({ name }) => faults.has(fieldKey(name, id)))}
          ask={(target) => questions(ofObjects, target)}
        />
      )}
      {questions(askedOf("item"), { id: ITEM, name: "" })}
    </section>
  );
}

interface QuestionsProps {
  readonly title: string;
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

interface ObjectQuestionsProps {
  readonly targets: readonly FieldTarget[];
  /** Whether an answer about the object is missing or invalid. */
  readonly isOpen: (target: FieldTarget) => boolean;
  readonly ask: (target: FieldTarget) => React.ReactNode;
}

/** The fields of the selected object; without a selection, those of the last selected object. */
function ObjectQuestions({ targets, isOpen, ask }: ObjectQuestionsProps) {
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
    <Questions title={strings.of(target.name, at + 1, targets.length)}>
      <div className={styles.steps}>
        <Button onPress={() => choose(at - 1)} isDisabled={at === 0}>
          {strings.previous}
        </Button>
        <Button onPress={() => choose(at + 1)} isDisabled={at === targets.length - 1}>
          {strings.next}
        </Button>
        {next !== undefined && next !== at && (
          <Button look="quiet" onPress={() => choose(next)}>
            {strings.nextUnanswered}
          </Button>
        )}
      </div>
      {ask(target)}
    </Questions>
  );
}
