import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Text } from "react-aria-components";
import { Button } from "./Button.tsx";
import styles from "./Menu.module.css";

/** One entry of a menu. */
export interface MenuEntry {
  readonly title: string;
  /** Beside the title, such as a number. */
  readonly detail?: string | undefined;
  readonly run: () => void;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
}

interface MenuProps {
  /** The text of the button. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly isDisabled?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens a menu. */
export function Menu({ label, entries, isDisabled = false, onOpenChange }: MenuProps) {
  return (
    <MenuTrigger {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Button isDisabled={isDisabled}>
        {label}
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M3 4.5 6 7.5 9 4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Button>
      <Popover className={styles.popover ?? ""} placement="bottom end">
        <AriaMenu className={styles.list ?? ""}>
          {entries.map(({ title, detail, run, isDisabled = false, isDangerous = false }) => (
            <MenuItem
              key={title}
              id={title}
              textValue={title}
              onAction={run}
              isDisabled={isDisabled}
              className={isDangerous ? `${styles.item} ${styles.danger}` : (styles.item ?? "")}
            >
              <Text slot="label">{title}</Text>
              {detail !== undefined && (
                <Text slot="description" className={styles.detail ?? ""}>
                  {detail}
                </Text>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
