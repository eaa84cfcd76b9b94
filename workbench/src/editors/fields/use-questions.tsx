import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { perOf } from "@assay/domain/field-limits.ts";
import { strings } from "#strings/editors/fields.ts";
import type { EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { answerFaults, type FieldTarget, type FieldTargets, fieldKey, shownAnswers } from "./answers.ts";
import { FieldInput } from "./FieldInput.tsx";

/** What a field is asked of. */
export type Target = NonNullable<FieldDefinition["per"]>;

interface Asking extends Omit<EditorProps, "item"> {
  readonly targets: FieldTargets;
}

/** The inputs of fields about one target, and whether an answer about it is missing or invalid. */
export function useQuestions({ project, document, isReadOnly, targets }: Asking) {
  const entries = useEntries(document);
  const { fields } = project;
  const given = shownAnswers(fields, entries, targets);
  const faults = answerFaults(project, entries, targets);
  const askedOf = (per: Target) => fields.filter((field) => perOf(field) === per);
  const ask = (per: Target, { id, name, text }: FieldTarget) =>
    askedOf(per)
      .filter((field) => given.get(field.name)?.has(id))
      .map((field) => {
        const key = fieldKey(field.name, id);
        const title = name === "" ? strings.answer(field.name) : strings.answerOf(field.name, name);
        return (
          <FieldInput
            key={key}
            question={key}
            field={field}
            value={entries.get(key)}
            onChange={(value) => change(document, title, [[key, value]])}
            fault={faults.get(key)}
            isReadOnly={isReadOnly}
            text={text}
          />
        );
      });
  const isOpen = (per: Target, { id }: FieldTarget) =>
    askedOf(per).some(({ name }) => faults.has(fieldKey(name, id)));
  return { ask, isOpen };
}
