import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components";
import styles from "./Checkbox.module.css";

interface CheckboxProps extends AriaCheckboxProps {
  readonly children?: ReactNode;
}

/** A checkbox; without a text it needs an `aria-label`. */
export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={styles.checkbox ?? ""}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.box}>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              {isIndeterminate ? (
                <path d="M2.5 6h7" stroke="currentColor" strokeWidth="1.75" />
              ) : (
                isSelected && (
                  <path d="m2.5 6.2 2.4 2.4 4.6-5" fill="none" stroke="currentColor" strokeWidth="1.75" />
                )
              )}
            </svg>
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
