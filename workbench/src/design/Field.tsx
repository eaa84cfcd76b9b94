import type { ReactNode, Ref } from "react";
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
  type ValidationResult,
} from "react-aria-components";
import { strings } from "#strings/design.ts";
import styles from "./Field.module.css";

export interface FieldProps extends TextFieldProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  /** Why the value is refused; it is marked then. */
  readonly fault?: string | undefined;
  /** The number of lines; with one it is an input. */
  readonly lines?: number;
  readonly placeholder?: string;
  /** The input, if it has one line. */
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A text field: the label, the help, the input and the error message, in this order as in all inputs. */
export function Field({ label, description, fault, lines = 1, placeholder, inputRef, ...props }: FieldProps) {
  return (
    <TextField {...(fault !== undefined && { isInvalid: true })} {...props} className={styles.field ?? ""}>
      <Label className={styles.label ?? ""}>{label}</Label>
      {description !== undefined && (
        <Text slot="description" className={styles.description ?? ""}>
          {description}
        </Text>
      )}
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
      <FieldError className={styles.error ?? ""}>
        {({ validationDetails, defaultChildren }) =>
          fault ?? sayFault(validationDetails, props) ?? defaultChildren
        }
      </FieldError>
    </TextField>
  );
}

/** A sentence of one line, so that what is below keeps its place: a browser's own take up to three. */
function sayFault(
  { typeMismatch, tooShort }: ValidationResult["validationDetails"],
  { type, minLength = 0 }: TextFieldProps,
): string | undefined {
  if (tooShort) return strings.tooShort(minLength);
  return typeMismatch && type === "email" ? strings.notEmail : undefined;
}
