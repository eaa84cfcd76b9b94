import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { limits } from "@assay/domain/field-limits.ts";
import { use } from "react";
import { CheckboxGroup, Label } from "react-aria-components";
import { strings } from "#strings/editors/fields.ts";
import { Button } from "../../design/Button.tsx";
import { Checkbox } from "../../design/Checkbox.tsx";
import { Field } from "../../design/Field.tsx";
import { Radios } from "../../design/Radios.tsx";
import { OnlyShownContext } from "../only-shown.ts";
import { useTyped } from "../use-typed.ts";
import styles from "./Fields.module.css";
import { GivenAnswer, headingOf, wordsOf } from "./GivenAnswer.tsx";
import {
  Highlights,
  isLimitedText,
  isLongChoice,
  isShortScale,
  NumberInput,
  Select,
  TextLength,
} from "./inputs.ts";

interface FieldInputProps {
  /** The key of the answer's entry. */
  readonly question: string;
  readonly field: FieldDefinition;
  readonly value: unknown;
  /** Called with undefined when the answer is cleared. */
  readonly onChange: (value: unknown) => void;
  /** The error message of the value. */
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  /** The text of the response that the field is asked of; empty for others. */
  readonly text?: string | undefined;
}

/** How many options have a digit. */
const DIGITS = 9;

/** The input for one field, by its type; where the answer is only shown, its text. */
export function FieldInput(props: FieldInputProps) {
  const { field, fault, value, onChange, isReadOnly } = props;
  const isOnlyShown = use(OnlyShownContext) !== null;
  const isClearable = !isReadOnly && isOptionalPick(field);
  if (isOnlyShown && field.type !== "highlight") return <GivenAnswer {...{ field, value }} />;
  return (
    <div
      className={styles.field}
      data-clearable={isClearable || undefined}
      data-unanswered={value === undefined || undefined}
      data-question={props.question}
    >
      {inputFor(props)}
      {fault !== undefined && value !== undefined && <p className={styles.fault}>{fault}</p>}
      {isClearable && value !== undefined && (
        <div className={styles.clear}>
          <Button look="quiet" aria-label={strings.clearOne(field.name)} onPress={() => onChange(undefined)}>
            {strings.clear}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What is picked can only be cleared by a button. */
function isOptionalPick({ type, required }: FieldDefinition): boolean {
  return (type === "choice" || type === "rating") && required !== true;
}

function inputFor(props: FieldInputProps) {
  const { field, value } = props;
  if (field.type === "choice") return <Choice {...props} />;
  if (field.type === "multi_choice") return <Choices {...props} />;
  if (field.type === "highlight") return <Passages {...props} />;
  if (field.type === "text") return <Words {...props} />;
  if (isShortScale(field)) {
    const { min, max } = limits(field);
    const steps = Array.from({ length: max - min + 1 }, (_, step) => `${min + step}`);
    return (
      <Radios
        {...shared(props)}
        options={steps.map((step) => ({ id: step, name: step }))}
        value={typeof value === "number" ? `${value}` : null}
        onChange={(step) => props.onChange(Number(step))}
        isScale
        ends={field}
      />
    );
  }
  return <Amount {...props} />;
}

function Choice(props: FieldInputProps) {
  const { field, value, onChange, isReadOnly } = props;
  const options = (field.options ?? []).map((name, place) => ({
    ...{ id: name, name, key: place < DIGITS ? place + 1 : null },
  }));
  const chosen = typeof value === "string" ? value : null;
  if (!isLongChoice(field))
    return <Radios {...shared(props)} options={options} value={chosen} onChange={onChange} />;
  return (
    <Select
      label={shared(props).label}
      description={field.description}
      options={[{ id: "", name: strings.choose }, ...options]}
      value={chosen ?? ""}
      onChange={(id) => onChange(id === "" ? undefined : id)}
      isDisabled={isReadOnly}
    />
  );
}

function Choices(props: FieldInputProps) {
  const { field, value, onChange, isReadOnly } = props;
  const chosen = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  const { label, description } = shared(props);
  return (
    <CheckboxGroup
      className={styles.choices ?? ""}
      value={chosen}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
      isReadOnly={isReadOnly}
    >
      <Label className={styles.label ?? ""}>{label}</Label>
      {description !== undefined && <p className={styles.description}>{description}</p>}
      <div className={styles.many}>
        {(field.options ?? []).map((name) => (
          <Checkbox key={name} value={name}>
            {name}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}

function Words(props: FieldInputProps) {
  const { field, value, onChange, isReadOnly } = props;
  const typed = useTyped(typeof value === "string" ? value : "", (text) =>
    onChange(text === "" ? undefined : text),
  );
  const lines = limits(field).max > 200 ? 3 : 1;
  const { label, description } = shared(props);
  return (
    <>
      <Field {...typed} {...{ label, description, lines, isReadOnly }} />
      {isLimitedText(field) && <TextLength text={typed.value} />}
    </>
  );
}

function Passages(props: FieldInputProps) {
  const { field, text = "", value, onChange, isReadOnly } = props;
  const { description: _, ...bare } = field;
  const asked =
    use(OnlyShownContext) === null
      ? { field, label: shared(props).label }
      : { field: bare, label: headingOf(field) };
  return <Highlights {...asked} {...{ text, value, onChange, isReadOnly }} />;
}

function Amount(props: FieldInputProps) {
  const { field, value, onChange } = props;
  return (
    <NumberInput
      {...shared(props)}
      value={typeof value === "number" ? value : Number.NaN}
      onChange={(amount) => onChange(Number.isNaN(amount) ? undefined : amount)}
      formatOptions={{ maximumFractionDigits: field.type === "rating" ? 0 : 20, useGrouping: false }}
    />
  );
}

function shared({ field, isReadOnly }: FieldInputProps) {
  const { name, required = false, description } = field;
  const question = wordsOf(name);
  const label = required && !isReadOnly ? strings.required(question) : question;
  return { label, isReadOnly, ...(description === undefined ? {} : { description }) };
}
