import type { Scope } from "@assay/domain/member.ts";
import type { ReactNode } from "react";
import { strings } from "#strings/design.ts";
import { useMay } from "../api/use-may.ts";
import styles from "./Locked.module.css";

interface LockedProps {
  /** What a role must grant to change something here. */
  readonly scope: Scope;
  readonly children: ReactNode;
}

/** What some roles may change: others see the same with its controls off, and why. */
export function Locked({ scope, children }: LockedProps) {
  if (useMay(scope)) return children;
  return (
    <>
      <p className={styles.why}>{strings.locked}</p>
      <fieldset disabled className={styles.all}>
        {children}
      </fieldset>
    </>
  );
}
