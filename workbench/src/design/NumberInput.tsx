import { FieldError, Input, Label, NumberField, type NumberFieldProps } from "react-aria-components";
import styles from "./Field.module.css";

interface NumberInputProps extends NumberFieldProps {
  readonly label: string;
  /** Reads the label out without showing it, where the place says it. */
  readonly isLabelHidden?: boolean;
}

/** A number that is typed, or stepped with the arrows. */
export function NumberInput({ label, isLabelHidden = false, ...props }: NumberInputProps) {
  return (
    <NumberField
      {...props}
      className={styles.field ?? ""}
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {!isLabelHidden && <Label className={styles.label ?? ""}>{label}</Label>}
      <Input className={styles.input ?? ""} />
      <FieldError className={styles.error ?? ""} />
    </NumberField>
  );
}
