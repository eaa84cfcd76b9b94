import type { ReactNode } from "react";
import { Label, Radio, RadioGroup, Text } from "react-aria-components";
import styles from "./Radios.module.css";

interface RadiosProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** Null: none is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly description?: ReactNode;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  /** Puts the options in a row, like the steps of a scale. */
  readonly isScale?: boolean;
}

/** Radio buttons. */
export function Radios(props: RadiosProps) {
  const {
    label,
    options,
    value,
    onChange,
    description,
    isReadOnly = false,
    isRequired = false,
    isScale,
  } = props;
  return (
    <RadioGroup
      className={styles.group ?? ""}
      value={value}
      onChange={onChange}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      orientation={isScale ? "horizontal" : "vertical"}
    >
      <Label className={styles.label ?? ""}>{label}</Label>
      {description !== undefined && (
        <Text slot="description" className={styles.description ?? ""}>
          {description}
        </Text>
      )}
      <div className={isScale ? styles.scale : styles.options}>
        {options.map(({ id, name }) => (
          <Radio key={id} value={id} className={styles.radio ?? ""}>
            {!isScale && <span className={styles.dot} />}
            {name}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
