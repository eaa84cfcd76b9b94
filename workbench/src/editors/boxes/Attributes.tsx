import { use, useRef } from "react";
import { strings } from "#strings/editors/boxes.ts";
import { FieldInput } from "../fields/FieldInput.tsx";
import styles from "../fields/Fields.module.css";
import { useQuickAnswers } from "../fields/quick-answers.ts";
import { questionOf } from "../objects/attribute-question.ts";
import { StepInput } from "../objects/StepInput.tsx";
import { OnlyShownContext } from "../only-shown.ts";
import { askedAttributes, type Definition, type Values, withValue } from "./attributes.ts";

interface AttributesProps {
  /** The key of the object. */
  readonly of: string;
  readonly definitions: readonly Definition[];
  readonly values: Values;
  readonly isReadOnly: boolean;
  /** Called with the name of the changed attribute and all values after the change. */
  readonly onChange: (name: string, values: Values) => void;
}

/** The attributes of the selected object's label, asked and answered by keys as the questions of the project. */
export function Attributes({ of, definitions, values, isReadOnly, onChange }: AttributesProps) {
  const panel = useRef<HTMLElement>(null);
  const quick = useQuickAnswers(panel, isReadOnly, "parts");
  return (
    <section ref={panel} className={styles.compact} aria-label={strings.attributes} {...quick} data-questions>
      {askedAttributes(definitions, values).map((definition) => (
        <Attribute
          key={definition.name}
          {...{ definition, isReadOnly }}
          question={questionOf(of, definition.name)}
          value={values[definition.name]}
          onChange={(value) =>
            onChange(definition.name, withValue(definitions, values, [definition.name, value]))
          }
        />
      ))}
    </section>
  );
}

interface AttributeProps {
  readonly question: string;
  readonly definition: Definition;
  readonly value: Values[string] | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (value: Values[string] | undefined) => void;
}

function Attribute({ question, definition, value, isReadOnly, onChange }: AttributeProps) {
  const isOnlyShown = use(OnlyShownContext) !== null;
  if (definition.type !== "number" || isOnlyShown)
    return (
      <FieldInput
        {...{ question, value, isReadOnly }}
        field={definition}
        fault={undefined}
        onChange={(answer) => onChange(asValue(answer))}
      />
    );
  const { name, description = name, required, min = -Infinity, max = Infinity } = definition;
  return (
    <div data-question={question}>
      <StepInput
        label={required ? strings.required(description) : description}
        value={typeof value === "number" ? value : undefined}
        isDisabled={isReadOnly}
        onChange={(number) => onChange(Math.min(Math.max(number, min), max))}
      />
    </div>
  );
}

/** An answer in the form of an attribute. */
function asValue(answer: unknown): Values[string] | undefined {
  if (typeof answer === "string" || typeof answer === "number") return answer;
  return Array.isArray(answer) ? answer.filter((one) => typeof one === "string") : undefined;
}
