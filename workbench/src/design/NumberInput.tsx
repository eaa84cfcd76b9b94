import { FieldError, Input, Label, NumberField, type NumberFieldProps } from "react-aria-components";
import styles from "./Field.module.css";

interface NumberInputProps extends NumberFieldProps {
  readonly label: string;
  /** Hides the label visually if the context shows it; screen readers still get it. */
  readonly isLabelHidden?: boolean;
}

/** A number input with steps by the arrow keys. */
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
