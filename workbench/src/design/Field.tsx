import type { ReactNode, Ref } from "react";
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from "react-aria-components";
import styles from "./Field.module.css";

export interface FieldProps extends TextFieldProps {
  readonly label: string;
  readonly description?: ReactNode;
  /** The number of lines; with one it is an input. */
  readonly lines?: number;
  readonly placeholder?: string;
  /** The input, if it has one line. */
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A text field with label, help and error message. */
export function Field({ label, description, lines = 1, placeholder, inputRef, ...props }: FieldProps) {
  return (
    <TextField {...props} className={styles.field ?? ""}>
      <Label className={styles.label ?? ""}>{label}</Label>
      {lines === 1 ? (
        <Input
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          dir="auto"
          className={styles.input ?? ""}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      ) : (
        <TextArea
          dir="auto"
          className={styles.input ?? ""}
          rows={lines}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      )}
      <FieldError className={styles.error ?? ""} />
      {description !== undefined && (
        <Text slot="description" className={styles.description ?? ""}>
          {description}
        </Text>
      )}
    </TextField>
  );
}
