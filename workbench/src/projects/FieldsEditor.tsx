import { hasOptions } from "@assay/domain/field-limits.ts";
import { useRef } from "react";
import { strings as all } from "#strings/projects.ts";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import { type FieldDraft, fieldFaults, namesIn } from "./draft.ts";
import styles from "./FieldsEditor.module.css";

const strings = all.fields;

const TYPES = [
  { id: "choice", name: strings.types.choice },
  { id: "multi_choice", name: strings.types.multi_choice },
  { id: "rating", name: strings.types.rating },
  { id: "text", name: strings.types.text },
  { id: "number", name: strings.types.number },
  { id: "highlight", name: strings.types.highlight },
] as const;
const RESPONSE = { id: "response", name: strings.targets.response } as const;
const ASKED_OF = [
  { id: "item", name: strings.targets.item },
  { id: "object", name: strings.targets.object },
  RESPONSE,
  { id: "message", name: strings.targets.message },
] as const;

interface FieldsEditorProps {
  readonly fields: readonly FieldDraft[];
  readonly onChange: (fields: readonly FieldDraft[]) => void;
}

/** Edits the fields that annotators answer beside the result. */
export function FieldsEditor({ fields, onChange }: FieldsEditorProps) {
  const added = useRef(0);
  const faults = fieldFaults(fields);

  function add() {
    added.current += 1;
    const key = `new_${added.current}`;
    onChange([
      ...fields,
      { key, name: `question_${fields.length + 1}`, type: "choice", options: [...strings.yesNo] },
    ]);
  }

  return (
    <div className={styles.fields}>
      {fields.length > 0 && (
        <ul className={styles.list} aria-label={strings.list}>
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
      <Button onPress={add}>{strings.add}</Button>
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
  return (
    <li className={styles.field}>
      <Field
        label={strings.name}
        description={strings.nameHelp}
        value={field.name}
        onChange={(name) => onChange({ ...field, name })}
      />
      <Select
        label={strings.type}
        options={TYPES}
        value={field.type}
        onChange={(type) => onChange(ofType(field, type))}
      />
      <Select
        label={strings.target}
        options={field.type === "highlight" ? [RESPONSE] : ASKED_OF}
        value={field.per ?? "item"}
        onChange={(per) => onChange(askedOf(field, per))}
      />
      {field.per === "message" && (
        <Field
          label={strings.roles}
          description={strings.rolesHelp}
          defaultValue={(field.roles ?? []).join(", ")}
          onChange={(text) => onChange(withRoles(field, namesIn(text)))}
        />
      )}
      <div className={styles.wide}>
        <Field
          label={strings.question}
          value={field.description ?? ""}
          onChange={(description) => onChange({ ...field, description })}
          placeholder={strings.questionExample}
        />
      </div>
      {hasOptions(field.type) && (
        <div className={styles.wide}>
          <Field
            label={strings.choices}
            description={strings.choicesHelp}
            defaultValue={(field.options ?? []).join(", ")}
            onChange={(text) => onChange({ ...field, options: namesIn(text) })}
          />
        </div>
      )}
      {field.type === "rating" && (
        <>
          <Field
            label={strings.minLabel}
            value={field.min_label ?? ""}
            onChange={(min_label) => onChange({ ...field, min_label })}
          />
          <Field
            label={strings.maxLabel}
            value={field.max_label ?? ""}
            onChange={(max_label) => onChange({ ...field, max_label })}
          />
        </>
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
          {strings.required}
        </Checkbox>
        <Button look="quiet" aria-label={strings.removeOne(field.name)} onPress={onRemove}>
          {strings.remove}
        </Button>
      </div>
    </li>
  );
}

/** The field asked of something else; of messages it is asked of those of the model at first. */
function askedOf({ roles: _, ...field }: FieldDraft, per: NonNullable<FieldDraft["per"]>): FieldDraft {
  return { ...field, per, ...(per === "message" ? { roles: ["assistant"] } : {}) };
}

function withRoles({ roles: _, ...field }: FieldDraft, roles: string[]): FieldDraft {
  return roles.length === 0 ? field : { ...field, roles };
}

/** The field with another type, without properties of the previous type. */
function ofType(
  { options, min: _min, max: _max, min_label: _least, max_label: _most, ...field }: FieldDraft,
  type: FieldDraft["type"],
): FieldDraft {
  const { roles: _, ...unaddressed } = field;
  return {
    ...(type === "highlight" ? { ...unaddressed, per: "response" as const } : field),
    type,
    ...(hasOptions(type) ? { options: options ?? [...strings.yesNo] } : {}),
  };
}
