import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { limits } from "@assay/domain/field-limits.ts";
import { strings } from "#strings/editors/fields.ts";
import styles from "./Fields.module.css";

interface GivenAnswerProps {
  readonly field: FieldDefinition;
  readonly value: unknown;
}

/** A question with its answer as text, where it is only shown. */
export function GivenAnswer({ field, value }: GivenAnswerProps) {
  return (
    <div className={styles.field}>
      <p className={styles.label}>{headingOf(field)}</p>
      <p className={styles.given} dir="auto">
        {sayAnswer(field, value)}
      </p>
    </div>
  );
}

/** What was asked, in the words of the project. */
export function headingOf({ name, description }: FieldDefinition): string {
  return description ?? wordsOf(name);
}

/** The name of a field as words. */
export function wordsOf(name: string): string {
  return name.replaceAll(/[_-]/g, " ");
}

function sayAnswer(field: FieldDefinition, value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "number" && field.type === "rating") {
    const { min, max } = limits(field);
    return strings.rated(value, min, max);
  }
  return typeof value === "string" || typeof value === "number" ? `${value}` : strings.unanswered;
}
