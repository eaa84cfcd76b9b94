import type { ReactNode } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import styles from "./ChoiceCards.module.css";

/** One of the choices. */
export interface Choice<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** Before the title. */
  readonly icon?: ReactNode;
  /** At the end of the title's line, such as the cost. */
  readonly aside?: string;
  readonly detail?: ReactNode;
}

interface ChoiceCardsProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Stacks the cards, for choices with long details. */
  readonly isStacked?: boolean;
  readonly isLabelHidden?: boolean;
  /** Focuses the chosen card. */
  readonly autoFocus?: boolean;
}

/** Radio buttons as cards with a description each. */
export function ChoiceCards<Id extends string>({
  label,
  choices,
  value,
  onChange,
  isStacked = false,
  isLabelHidden = false,
  autoFocus = false,
}: ChoiceCardsProps<Id>) {
  return (
    <RadioGroup
      className={styles.group ?? ""}
      value={value}
      onChange={(id) => {
        const chosen = choices.find((choice) => choice.id === id);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {!isLabelHidden && <Label className={styles.label ?? ""}>{label}</Label>}
      <div className={isStacked ? `${styles.cards} ${styles.stacked}` : styles.cards}>
        {choices.map(({ id, title, icon, aside, detail }) => (
          <Radio key={id} value={id} autoFocus={autoFocus && id === value} className={styles.card ?? ""}>
            <span className={styles.words}>
              <span className={styles.title}>
                <span className={styles.name}>
                  {icon}
                  {title}
                </span>
                {aside !== undefined && <span className={styles.aside}>{aside}</span>}
              </span>
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
