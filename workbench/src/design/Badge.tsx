import type { ReactNode } from "react";
import styles from "./Badge.module.css";

interface BadgeProps {
  readonly tone?: "good" | "warn" | "bad" | "accent" | "plain";
  readonly children: ReactNode;
}

/** A state in one or two words; the color only supports them. */
export function Badge({ tone = "plain", children }: BadgeProps) {
  return (
    <span className={tone === "plain" ? styles.badge : `${styles.badge} ${styles[tone]}`}>{children}</span>
  );
}
