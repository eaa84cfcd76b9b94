import { type ReactNode, useEffect } from "react";
import { strings } from "#strings/design.ts";
import styles from "./PageHead.module.css";

interface PageHeadProps {
  readonly title: string;
  /** Breadcrumb links, outermost first. */
  readonly trail?: readonly ReactNode[];
  /** Beside the title, such as the state. */
  readonly badge?: ReactNode;
  readonly detail?: ReactNode;
  /** The buttons, the primary one last. */
  readonly children?: ReactNode;
}

/** The head of a screen: breadcrumbs, title and buttons. Also sets the title of the browser tab. */
export function PageHead({ title, trail = [], badge, detail, children }: PageHeadProps) {
  useEffect(() => {
    document.title = strings.pageTitle(title);
  }, [title]);
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {trail.length > 0 && (
          <nav aria-label={strings.trail}>
            <ol className={styles.trail}>
              {trail.map((link, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a trail's places do not move
                <li key={index}>{link}</li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.title}>
          <h1>{title}</h1>
          {badge}
        </div>
        {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
