import type { ReactNode } from "react";
import styles from "./Notice.module.css";

interface NoticeProps {
  readonly tone: "good" | "warn" | "bad" | "plain";
  readonly title?: string;
  readonly children?: ReactNode;
}

/** Something to know about what is on the screen; what is bad is read out at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === "bad" ? "alert" : undefined}>
      {title !== undefined && <strong>{title}</strong>}
      {children}
    </div>
  );
}
