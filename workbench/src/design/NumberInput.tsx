import { FieldError, Input, Label, NumberField, type NumberFieldProps, Text } from "react-aria-components";
import styles from "./Field.module.css";

interface NumberInputProps extends NumberFieldProps {
  readonly label: string;
  readonly description?: string | undefined;
  /** Hides the label visually if the context shows it; screen readers still get it. */
  readonly isLabelHidden?: boolean;
}

/** A number input with steps by the arrow keys. */
export function NumberInput({ label, description, isLabelHidden = false, ...props }: NumberInputProps) {
  return (
    <NumberField
      {...props}
      className={styles.field ?? ""}
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {!isLabelHidden && <Label className={styles.label ?? ""}>{label}</Label>}
      {description !== undefined && (
        <Text slot="description" className={styles.description ?? ""}>
          {description}
        </Text>
      )}
      <Input className={styles.input ?? ""} />
      <FieldError className={styles.error ?? ""} />
    </NumberField>
  );
}
