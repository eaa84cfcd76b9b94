import type { ReactNode } from "react";
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from "react-aria-components";
import styles from "./Select.module.css";

interface SelectProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly description?: ReactNode;
  /** Hides the label visually if the context shows it; screen readers still get it. */
  readonly isLabelHidden?: boolean;
  readonly isDisabled?: boolean;
  /** Called when the list opens, to load what it shows. */
  readonly onOpen?: () => void;
  /** Puts something around the list, such as a field that searches it. */
  readonly around?: (list: ReactNode) => ReactNode;
}

/** A select for one of several options. */
export function Select<Id extends string>({
  label,
  options,
  value,
  onChange,
  description,
  isLabelHidden = false,
  isDisabled = false,
  onOpen,
  around = (list) => list,
}: SelectProps<Id>) {
  return (
    <AriaSelect
      className={styles.select ?? ""}
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      isDisabled={isDisabled}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {!isLabelHidden && <Label className={styles.label ?? ""}>{label}</Label>}
      {description !== undefined && (
        <Text slot="description" className={styles.description ?? ""}>
          {description}
        </Text>
      )}
      <Button className={styles.button ?? ""}>
        <SelectValue />
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M3 4.5 6 7.5 9 4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Button>
      <Popover className={styles.popover ?? ""}>
        {around(
          <ListBox className={styles.list ?? ""} items={options}>
            {({ id, name }) => (
              <ListBoxItem id={id} textValue={name} className={styles.option ?? ""}>
                {name}
              </ListBoxItem>
            )}
          </ListBox>,
        )}
      </Popover>
    </AriaSelect>
  );
}
