import { useRef } from "react";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import { type FieldDraft, fieldFaults, namesIn } from "./draft.ts";
import styles from "./FieldsEditor.module.css";

const TYPES = [
  { id: "choice", name: "One choice" },
  { id: "multi_choice", name: "Several choices" },
  { id: "rating", name: "Rating" },
  { id: "text", name: "Text" },
  { id: "number", name: "Number" },
] as const;
const ASKED_OF = [
  { id: "item", name: "The item" },
  { id: "object", name: "Each object" },
  { id: "response", name: "Each response" },
] as const;

interface FieldsEditorProps {
  readonly fields: readonly FieldDraft[];
  readonly onChange: (fields: readonly FieldDraft[]) => void;
}

/** Questions that are asked beside the label. */
export function FieldsEditor({ fields, onChange }: FieldsEditorProps) {
  const added = useRef(0);
  const faults = fieldFaults(fields);

  function add() {
    added.current += 1;
    const key = `new_${added.current}`;
    onChange([
      ...fields,
      { key, name: `question_${fields.length + 1}`, type: "choice", options: ["yes", "no"] },
    ]);
  }

  return (
    <div className={styles.fields}>
      {fields.length > 0 && (
        <ul className={styles.list} aria-label="Questions">
          {fields.map((field) => (
            <Question
              key={field.key}
              field={field}
              fault={faults.get(field.key)}
              onChange={(changed) => onChange(fields.map((one) => (one.key === field.key ? changed : one)))}
              onRemove={() => onChange(fields.filter(({ key }) => key !== field.key))}
            />
          ))}
        </ul>
      )}
      <Button onPress={add}>Add a question</Button>
    </div>
  );
}

interface QuestionProps {
  readonly field: FieldDraft;
  readonly fault: string | undefined;
  readonly onChange: (field: FieldDraft) => void;
  readonly onRemove: () => void;
}

function Question({ field, fault, onChange, onRemove }: QuestionProps) {
  const isChosen = field.type === "choice" || field.type === "multi_choice";
  return (
    <li className={styles.field}>
      <Field
        label="Name"
        description="The key of its answer in the data"
        value={field.name}
        onChange={(name) => onChange({ ...field, name })}
      />
      <Select
        label="Answered by"
        options={TYPES}
        value={field.type}
        onChange={(type) => onChange(ofType(field, type))}
      />
      <Select
        label="Asked of"
        options={ASKED_OF}
        value={field.per ?? "item"}
        onChange={(per) => onChange({ ...field, per })}
      />
      <div className={styles.wide}>
        <Field
          label="Question"
          value={field.description ?? ""}
          onChange={(description) => onChange({ ...field, description })}
          placeholder="As annotators read it"
        />
      </div>
      {isChosen && (
        <div className={styles.wide}>
          <Field
            label="Choices"
            description="Between commas"
            defaultValue={(field.options ?? []).join(", ")}
            onChange={(text) => onChange({ ...field, options: namesIn(text) })}
          />
        </div>
      )}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.foot}>
        <Checkbox
          isSelected={field.required ?? false}
          onChange={(required) => onChange({ ...field, required })}
        >
          Must be answered
        </Checkbox>
        <Button look="quiet" aria-label={`Remove ${field.name}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

/** The field with another type, without what only the one before had. */
function ofType(
  { options, min: _min, max: _max, ...field }: FieldDraft,
  type: FieldDraft["type"],
): FieldDraft {
  const isChosen = type === "choice" || type === "multi_choice";
  return { ...field, type, ...(isChosen ? { options: options ?? ["yes", "no"] } : {}) };
}
