import type { ReactNode } from "react";
import { capitalize } from "../strings/format.ts";
import styles from "./Notice.module.css";

interface NoticeProps {
  readonly tone: "good" | "warn" | "bad" | "plain";
  readonly title?: string;
  readonly children?: ReactNode;
}

/** A message about the screen; screen readers announce bad ones at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === "bad" ? "alert" : undefined}>
      {title !== undefined && <strong>{title}</strong>}
      {typeof children === "string" ? capitalize(children) : children}
    </div>
  );
}
