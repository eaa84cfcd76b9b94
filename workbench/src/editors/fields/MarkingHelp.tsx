import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { strings } from "#strings/editors/highlights.ts";
import { hintFor } from "../../actions/touch.ts";
import { labelColor } from "../../design/label-colors.ts";
import { headingOf, wordsOf } from "./GivenAnswer.tsx";
import styles from "./Highlights.module.css";

interface MarkingHelpProps {
  readonly field: FieldDefinition;
  readonly isFormatted: boolean;
  readonly isReadOnly: boolean;
}

/** What a field of highlights asks of all responses, once above them: its name, how one marks passages, and its labels. */
export function MarkingHelp({ field, isFormatted, isReadOnly }: MarkingHelpProps) {
  return (
    <p className={styles.help}>
      <strong>{isReadOnly ? headingOf(field) : wordsOf(field.name)}</strong>{" "}
      {!isReadOnly && (isFormatted ? strings.formatted : helpOn(field, isReadOnly))}
      {field.options?.map((name, place) => (
        <span key={name} className={styles.named}>
          <span className={styles.swatch} style={{ background: labelColor(place) }} /> {name}
        </span>
      ))}
    </p>
  );
}

/** What the field asks, and how one marks passages. */
export function helpOn({ description = "" }: FieldDefinition, isReadOnly: boolean): string {
  if (isReadOnly) return description;
  const asked = /[\p{L}\p{N}]$/u.test(description) ? `${description}.` : description;
  return `${asked} ${hintFor(strings.select)}`.trim();
}
