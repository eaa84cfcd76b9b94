import type { ReactNode } from "react";
import { Label, Radio, RadioGroup, Text } from "react-aria-components";
import { strings } from "#strings/editors/rating.ts";
import styles from "./Radios.module.css";

interface RadioOption {
  readonly id: string;
  readonly name: string;
  /** The digit that chooses it, to be shown. */
  readonly key?: number | string | null;
}

interface RadiosProps {
  readonly label: string;
  readonly options: readonly RadioOption[];
  /** Null: none is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly description?: ReactNode;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  /** Puts the options in a row, like the steps of a scale. */
  readonly isScale?: boolean;
  /** What the first and the last step of a scale mean. */
  readonly ends?: Ends;
  /** Focuses the chosen option. */
  readonly autoFocus?: boolean;
}

/** What the ends of a scale mean; empty or absent if they have no name. */
export interface Ends {
  readonly min_label?: string | undefined;
  readonly max_label?: string | undefined;
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
    autoFocus = false,
    ends = {},
  } = props;
  const meaning = meaningOf(ends, options[0]?.name, options.at(-1)?.name);
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
      {meaning !== null && (
        <Text slot="description" className={styles.description ?? ""}>
          {meaning}
        </Text>
      )}
      <div className={isScale ? styles.scale : styles.options}>
        {options.map(({ id, name, key }) => (
          <Radio key={id} value={id} autoFocus={autoFocus && id === value} className={styles.radio ?? ""}>
            {!isScale && <span className={styles.dot} />}
            <span>{name}</span>
            {key && (
              <span className={styles.key} aria-hidden="true">
                {key}
              </span>
            )}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** What the first and the last step of a scale mean; null if neither has a name. */
export function meaningOf({ min_label = "", max_label = "" }: Ends, first = "", last = ""): string | null {
  const ends = [[first, min_label] as const, [last, max_label] as const].filter(
    ([, meaning]) => meaning !== "",
  );
  return ends.length === 0 ? null : ends.map(([end, meaning]) => strings.end(end, meaning)).join(", ");
}
