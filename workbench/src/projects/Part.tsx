import type { ReactNode } from "react";
import { Notice } from "../design/Notice.tsx";
import styles from "./NewProject.module.css";

interface PartProps {
  readonly title: string;
  readonly intro?: string;
  /** The API's messages about this part. */
  readonly faults: readonly string[];
  readonly children: ReactNode;
}

/** A section of the form, with the API's messages about it. */
export function Part({ title, intro, faults, children }: PartProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {faults.length > 0 && (
        <Notice tone="bad">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </Notice>
      )}
      {children}
    </section>
  );
}
