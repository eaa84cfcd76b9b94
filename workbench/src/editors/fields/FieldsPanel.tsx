import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { ITEM } from "@assay/domain/fields.ts";
import { useContext, useEffect, useState, useSyncExternalStore } from "react";
import { strings as all } from "#strings/editors.ts";
import { Button } from "../../design/Button.tsx";
import type { Editor, EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { SelectedObjectContext } from "../selected-object.ts";
import { fieldFaults, fieldKey, type Place, placesOf, shownAnswers } from "./answers.ts";
import { FieldInput } from "./FieldInput.tsx";
import styles from "./Fields.module.css";

const strings = all.questions;

interface FieldsPanelProps extends EditorProps {
  readonly editor: Editor;
}

/** All that a project asks beside the result: of the item, of each response, and of one object after the other. */
export function FieldsPanel({ editor, item, project, document, isReadOnly }: FieldsPanelProps) {
  const entries = useEntries(document);
  const { fields } = project;
  if (fields.length === 0) return null;
  const places = placesOf(editor, entries, item);
  const given = shownAnswers(fields, entries, places);
  const faults = fieldFaults(project, entries, places);
  const askedOf = (per: NonNullable<FieldDefinition["per"]>) =>
    fields.filter((field) => (field.per ?? "item") === per);
  const questions = (asked: readonly FieldDefinition[], { id, name }: Place) =>
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
        places.responses.map((place) => (
          <Questions key={place.id} title={place.name}>
            {questions(ofResponses, place)}
          </Questions>
        ))}
      {ofObjects.length > 0 && places.objects.length > 0 && (
        <ObjectQuestions
          places={places.objects}
          isOpen={({ id }) => ofObjects.some(({ name }) => faults.has(fieldKey(name, id)))}
          ask={(place) => questions(ofObjects, place)}
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
  readonly places: readonly Place[];
  /** Whether something is still to be answered there. */
  readonly isOpen: (place: Place) => boolean;
  readonly ask: (place: Place) => React.ReactNode;
}

/** The questions about the selected object; those about the one that was selected last where none is. */
function ObjectQuestions({ places, isOpen, ask }: ObjectQuestionsProps) {
  const selected = useContext(SelectedObjectContext);
  const selectedKey = useSyncExternalStore(selected.subscribe, selected.key);
  const [last, setLast] = useState(selectedKey);
  useEffect(() => {
    if (selectedKey !== null) setLast(selectedKey);
  }, [selectedKey]);
  const shown = selectedKey ?? last;
  const at = Math.max(
    0,
    places.findIndex(({ id }) => id === shown),
  );
  const place = places[at];
  const choose = (index: number) => {
    const key = places[index]?.id ?? null;
    setLast(key);
    if (key !== null) selected.show(key);
  };
  const open = places.flatMap((other, index) => (isOpen(other) ? [index] : []));
  const next = open.find((index) => index > at) ?? open[0];
  if (place === undefined) return null;
  return (
    <Questions title={strings.of(place.name, at + 1, places.length)}>
      <div className={styles.steps}>
        <Button onPress={() => choose(at - 1)} isDisabled={at === 0}>
          {strings.previous}
        </Button>
        <Button onPress={() => choose(at + 1)} isDisabled={at === places.length - 1}>
          {strings.next}
        </Button>
        {next !== undefined && next !== at && (
          <Button look="quiet" onPress={() => choose(next)}>
            {strings.nextUnanswered}
          </Button>
        )}
      </div>
      {ask(place)}
    </Questions>
  );
}
