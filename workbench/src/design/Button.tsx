import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import styles from "./Button.module.css";

interface ButtonProps extends AriaButtonProps {
  /** `primary` is the main action of a screen; use it at most once. */
  readonly look?: "primary" | "plain" | "quiet" | "danger";
}

export function Button({ look = "plain", ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      data-danger={look === "danger" || undefined}
      data-quiet={look === "quiet" || undefined}
      className={`${styles.button} ${styles[look]}`}
    />
  );
}
