import { limits } from "@assay/domain/field-definition.ts";
import type { DetectedObject } from "@assay/domain/types/object-detection/schema.ts";
import { Select } from "../../design/Select.tsx";
import type { Project } from "../editor.ts";
import { NumberInput } from "../objects/NumberInput.tsx";
import styles from "./Attributes.module.css";

type Definition = Project["labels"][number]["attributes"][number];
type Values = NonNullable<DetectedObject["attributes"]>;

interface AttributesProps {
  readonly definitions: readonly Definition[];
  readonly values: Values;
  readonly isDisabled: boolean;
  /** Told the name of what was changed and all values after it. */
  readonly onChange: (name: string, values: Values) => void;
}

/** What the label asks of the selected object. */
export function Attributes({ definitions, values, isDisabled, onChange }: AttributesProps) {
  const set = (name: string, value: Values[string] | undefined) => {
    const { [name]: _before, ...rest } = values;
    onChange(name, value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <div className={styles.attributes}>
      {definitions
        .filter(({ when }) => isShown(when, values))
        .map((definition) => (
          <Attribute
            key={definition.name}
            {...{ definition, isDisabled }}
            value={values[definition.name]}
            onChange={(value) => set(definition.name, value)}
          />
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
  const { name, type, description, options = [] } = definition;
  const label = description ?? name;
  if (type === "choice") {
    const choices = [
      { id: NONE, name: "Not given" },
      ...options.map((option) => ({ id: option, name: option })),
    ];
    return (
      <Select
        label={label}
        options={choices}
        value={typeof value === "string" ? value : NONE}
        isDisabled={isDisabled}
        onChange={(option) => onChange(option === NONE ? undefined : option)}
      />
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
  const { min, max } = limits(definition);
  const within = (number: number) =>
    Math.min(Math.max(type === "rating" ? Math.round(number) : number, min), max);
  return (
    <NumberInput
      label={type === "rating" ? `${label} (${min} to ${max})` : label}
      value={typeof value === "number" ? value : 0}
      isDisabled={isDisabled}
      onChange={(number) => onChange(within(number))}
    />
  );
}

function isShown(when: Definition["when"], values: Values): boolean {
  if (when === undefined) return true;
  const value = values[when.field];
  return Array.isArray(value) ? value.includes(String(when.equals)) : value === when.equals;
}
