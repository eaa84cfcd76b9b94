import type { ReactNode } from "react";
import styles from "./Badge.module.css";

interface BadgeProps {
  readonly tone?: "good" | "warn" | "bad" | "accent" | "plain";
  readonly children: ReactNode;
}

/** A state in a word or two; the words say it, the colour only helps. */
export function Badge({ tone = "plain", children }: BadgeProps) {
  return (
    <span className={tone === "plain" ? styles.badge : `${styles.badge} ${styles[tone]}`}>{children}</span>
  );
}
