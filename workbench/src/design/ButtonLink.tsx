import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import styles from "./Button.module.css";

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly look?: "primary" | "plain" | "quiet";
}

/** A link that looks like a button, to an address outside the router, such as a file. */
export function ButtonAnchor({ look = "plain", ...props }: AnchorProps) {
  return <a {...props} className={`${styles.button} ${styles.link} ${styles[look]}`} />;
}

/** A link to another screen that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);
