import { strings } from "#strings/editors/boxes.ts";
import { questionOf } from "../objects/attribute-question.ts";
import { StepInput } from "../objects/StepInput.tsx";
import styles from "./Attributes.module.css";
import { askedAttributes, type Definition, type Values, withValue } from "./attributes.ts";

interface AttributesProps {
  /** The key of the object. */
  readonly of: string;
  readonly definitions: readonly Definition[];
  readonly values: Values;
  readonly isDisabled: boolean;
  /** Called with the name of the changed attribute and all values after the change. */
  readonly onChange: (name: string, values: Values) => void;
}

/** The attributes of the selected object's label. */
export function Attributes({ of, definitions, values, isDisabled, onChange }: AttributesProps) {
  return (
    <div className={styles.attributes}>
      {askedAttributes(definitions, values).map((definition) => (
        <div key={definition.name} data-question={questionOf(of, definition.name)}>
          <Attribute
            {...{ definition, isDisabled }}
            value={values[definition.name]}
            onChange={(value) =>
              onChange(definition.name, withValue(definitions, values, [definition.name, value]))
            }
          />
        </div>
      ))}
    </div>
  );
}

interface AttributeProps {
  readonly definition: Definition;
  readonly value: Values[string] | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: Values[string] | undefined) => void;
}

const NONE = "";

function Attribute({ definition, value, isDisabled, onChange }: AttributeProps) {
  const { name, type, description, required = false, options = [] } = definition;
  const title = description ?? name;
  const label = required ? strings.required(title) : title;
  if (type === "choice") {
    // a native select: the design's Select would add half the size of the editor's bundle
    return (
      <label className={styles.text}>
        <span>{label}</span>
        <select
          value={typeof value === "string" ? value : NONE}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.value === NONE ? undefined : target.value)}
        >
          <option value={NONE}>{strings.notSet}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </label>
    );
  }
  if (type === "multi_choice") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className={styles.choices} disabled={isDisabled}>
        <legend>{label}</legend>
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) => {
                const next = target.checked ? [...chosen, option] : chosen.filter((each) => each !== option);
                onChange(next.length === 0 ? undefined : next);
              }}
            />
            {option}
          </label>
        ))}
      </fieldset>
    );
  }
  if (type === "text") {
    return (
      <label className={styles.text}>
        <span>{label}</span>
        <input
          defaultValue={typeof value === "string" ? value : ""}
          disabled={isDisabled}
          maxLength={1_000}
          onBlur={({ target }) => onChange(target.value === "" ? undefined : target.value)}
        />
      </label>
    );
  }
  const [least, most] = type === "rating" ? [1, 5] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { min = least, max = most } = definition; // the API's defaults
  const within = (number: number) =>
    Math.min(Math.max(type === "rating" ? Math.round(number) : number, min), max);
  return (
    <StepInput
      label={type === "rating" ? strings.range(label, min, max) : label}
      value={typeof value === "number" ? value : undefined}
      isDisabled={isDisabled}
      onChange={(number) => onChange(within(number))}
    />
  );
}
